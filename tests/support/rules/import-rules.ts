import { browserRules } from './browser-rules.ts';
import type { SourceFile } from './source-files.ts';

/** An import rule: the files it applies to, and its check. */
export interface ImportRule {
  name: string;
  appliesTo(file: SourceFile): boolean;
  /** One line per violation among the files that it applies to. */
  check(files: SourceFile[]): string[];
}

const isIn =
  (...folders: string[]) =>
  (file: SourceFile) =>
    !file.isTest && folders.some((folder) => file.path.startsWith(`${folder}/`));
const isLocal = (target: string) => /^(services|workers|sandbox|src|tests)\//.test(target);
const areaOf = (path: string, parent: string) => path.match(`^${parent}/([^/]+)/`)?.[1];

/** A rule about every import of the files that it applies to. */
function importRule(
  name: string,
  appliesTo: (file: SourceFile) => boolean,
  isAllowed: (target: string, file: SourceFile) => boolean,
): ImportRule {
  return {
    name,
    appliesTo,
    check: (files) =>
      files.flatMap((file) =>
        file.imports
          .filter(({ target }) => !isAllowed(target, file))
          .map(({ target }) => `${file.path} imports ${target}`),
      ),
  };
}

const browserImportsContracts = importRule(
  'src imports contracts and src only',
  isIn('src'),
  (target) => !isLocal(target) || /^(src|services\/contracts)\//.test(target),
);

const areasAreSeparate = importRule(
  'an area of src imports no other area (except dashboard), and src/ui imports no area',
  isIn('src/areas', 'src/ui'),
  (target, { path }) => {
    const [own, other] = [areaOf(path, 'src/areas'), areaOf(target, 'src/areas')];
    return other === undefined || other === own || own === 'dashboard';
  },
);

// Verifies a token that Google signed.
const googleIdToken = 'services/accounts/google/verify-google-token.ts';

const oneTokenModule: ImportRule = {
  name: 'tokens are signed and verified only in platform/tokens',
  appliesTo: isIn('services', 'workers', 'src'),
  check: (files) =>
    files
      .filter(({ path }) => !path.startsWith('services/platform/tokens/') && path !== googleIdToken)
      .filter(
        ({ imports, text }) =>
          imports.some(({ target }) => target === 'jose') ||
          /\btimingSafeEqual\b|\btoken\.(secret|keys)\b/.test(text),
      )
      .map(({ path }) => `${path} signs or verifies a token itself`),
};

const environmentInConfig: ImportRule = {
  name: 'process.env is read only in the configuration',
  appliesTo: isIn('services', 'workers', 'src'),
  check: (files) =>
    files
      .filter(({ path, text }) => path !== 'services/platform/config.ts' && readsEnvironment(text))
      .map(({ path }) => `${path} reads process.env`),
};

function readsEnvironment(text: string): boolean {
  return /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\[|import\s*\{[^}]*\benv\b[^}]*\}\s*from\s*'(node:)?process'/.test(
    text,
  );
}

const statusWriter = 'services/requests/move-request.ts';
const statusChange =
  /\bUPDATE\s+requests\b(?:(?!\bWHERE\b)[^`;])*\bstatus\s*=|\b(?:update|upsert|save|insert)\(\s*HelpRequestEntity\b[^;]*\bstatus\b|HelpRequestEntity\)\s*\.(?:update|upsert|save|insert)\([^;]*\bstatus\b/i;

const oneStatusWriter: ImportRule = {
  name: 'only move-request.ts writes the status of a request',
  // Old migrations and the seed write statuses directly.
  appliesTo: (file) => isIn('services', 'workers')(file) && !/\/(migrations|seed)\//.test(file.path),
  check: (files) =>
    files
      .filter(({ path, text }) => path !== statusWriter && statusChange.test(text))
      .map(({ path }) => `${path} writes requests.status`),
};

const paymentCreator = 'services/payments/payments.ts';

const onePaymentCreator: ImportRule = {
  name: 'only payments.ts creates a payment',
  appliesTo: oneStatusWriter.appliesTo,
  check: (files) =>
    files
      .filter(
        ({ path, text }) =>
          path !== paymentCreator && /\b(create|insert)\(PaymentEntity\b|INTO payments\b/.test(text),
      )
      .map(({ path }) => `${path} creates a payment`),
};

const sqlHelper = /^services\/platform\/database\/(sql|run-statement)\.ts$/;
const otherDataAccess = /\.query\s*(<[^;()]*>)?\(|\bcreateQueryBuilder\b|\bpessimistic_/;

const oneSqlHelper: ImportRule = {
  name: 'SQL runs through platform/database/sql.ts',
  appliesTo: (file) => isIn('services', 'workers')(file) && !file.path.includes('/migrations/'),
  check: (files) =>
    files
      .filter(({ path, text }) => !sqlHelper.test(path) && otherDataAccess.test(text))
      .map(({ path }) => `${path} runs SQL without platform/database/sql.ts`),
};

const noBarrels: ImportRule = {
  name: 'no barrels',
  appliesTo: (file) => isIn('services', 'workers', 'sandbox', 'src')(file) && /\.tsx?$/.test(file.path),
  check: (files) =>
    files
      .filter(({ path, text }) => isIndexOutsidePages(path) || onlyReexports(text))
      .map(({ path }) => `${path} is a barrel`),
};

const isIndexOutsidePages = (path: string) => /\/index\.tsx?$/.test(path) && !path.startsWith('src/pages/');

function onlyReexports(text: string): boolean {
  const code = text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const rest = code.replaceAll(
    /\bexport\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"];?/g,
    '',
  );
  return rest !== code && rest.trim() === '';
}

const notTooLong: ImportRule = {
  name: 'no file over 300 lines (tests 400)',
  // Lists of changes are data.
  appliesTo: (file) => /(?<!\.mutations)\.(tsx?|mjs|astro|css)$/.test(file.path),
  check: (files) =>
    files
      .map(({ path, text, isTest }) => ({
        path,
        lines: text.trimEnd().split('\n').length,
        limit: isTest ? 400 : 300,
      }))
      .filter(({ lines, limit }) => lines > limit)
      .map(({ path, lines, limit }) => `${path} has ${lines} lines, over ${limit}`),
};

/** Every rule that dependency-cruiser cannot check: about Astro files, or about the text of a file. */
export const importRules: ImportRule[] = [
  browserImportsContracts,
  areasAreSeparate,
  environmentInConfig,
  oneTokenModule,
  oneStatusWriter,
  onePaymentCreator,
  oneSqlHelper,
  ...browserRules,
  noBarrels,
  notTooLong,
];
