import type { ImportRule } from './import-rules.ts';
import { outgoingLinks } from './link-rules.ts';
import type { SourceFile } from './source-files.ts';

const isBrowser = ({ path, isTest }: SourceFile) => !isTest && path.startsWith('src/');
const linesOf = (
  files: SourceFile[],
  allowed: readonly string[],
  isWrong: (text: string) => boolean,
  what: string,
) =>
  files
    .filter(({ path, text }) => !allowed.includes(path) && isWrong(text))
    .map(({ path }) => `${path} ${what}`);

const queriesInOneModule: ImportRule = {
  name: 'React Query is imported only by use-api-query.ts',
  appliesTo: isBrowser,
  check: (files) =>
    files
      .filter(({ path }) => path !== 'src/browser/use-api-query.ts')
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => /^@tanstack\//.test(target))
          .map(({ target }) => `${path} imports ${target}`),
      ),
};

const onlyPlainQueries: ImportRule = {
  name: 'React Query is used without mutations and infinite queries, which a build leaves out',
  appliesTo: isBrowser,
  check: (files) =>
    linesOf(
      files,
      [],
      (text) => /\b(use(Suspense)?InfiniteQuery|useMutation|infiniteQuery)\b/.test(text),
      'uses a part that the build leaves out',
    ),
};

// The development server of the pages has no services and calls the API instead. The script before the first paint runs before any
// module. A service worker sends what pages request.
const transports = [
  'src/browser/api.ts',
  'src/areas/catalogue/catalogue-source.ts',
  'src/browser/first-paint.ts',
  'src/browser/service-worker-script.ts',
  'src/service-worker/service-worker.ts',
];

const oneTransport: ImportRule = {
  name: 'only api.ts sends requests',
  appliesTo: isBrowser,
  check: (files) =>
    linesOf(
      files,
      transports,
      (text) => /\bfetch\(|\bnew (XMLHttpRequest|EventSource|WebSocket)\b|\bsendBeacon\(/.test(text),
      'sends a request',
    ),
};

// The script of the head is not a module; it catches its errors.
const storages = [
  'src/browser/storage.ts',
  'src/browser/first-paint.ts',
  'src/browser/less-data-script.ts',
  'src/browser/service-worker-script.ts',
];

const oneStorage: ImportRule = {
  name: 'only storage.ts accesses localStorage and sessionStorage',
  appliesTo: isBrowser,
  check: (files) =>
    linesOf(files, storages, (text) => /\b(local|session)Storage\b/.test(text), 'accesses the storage'),
};

// A preload, whose component is loaded by lazyComponent.
const preloads = ['src/areas/dashboard/Dashboard.tsx'];

const oneLoader: ImportRule = {
  name: 'parts of a page are loaded by loadPart or lazyComponent',
  appliesTo: isBrowser,
  check: (files) =>
    linesOf(
      files.filter(({ path }) => !path.endsWith('.d.ts')),
      preloads,
      (text) => {
        const imports = text.match(/\bimport\('/g)?.length ?? 0;
        const loads =
          text.match(/\bloadPart\(\(\) => import\('|\(await import\('[^']+'\)\)\.\w+/g)?.length ?? 0;
        return imports > loads;
      },
      'loads a part without retries',
    ),
};

/** Names of the endpoints that return data without a side effect. */
function readsIn(files: SourceFile[]): string[] {
  const endpoint = /export const (\w+) = endpoint\('GET', (.*?)\n\}\);/gs;
  return files
    .filter(({ path }) => path.startsWith('services/contracts/'))
    .flatMap(({ text }) => [...text.matchAll(endpoint)])
    .filter(([, , body = '']) => !/hasEffect|response: '/.test(body))
    .map(([, name = '']) => name);
}

// Scripts of pages without React, and the session check of the desk.
const otherReads = [
  'src/areas/accounts/mail/mail-topic-calls.ts',
  'src/areas/safety/appeal-call.ts',
  'src/areas/catalogue/saving/save-to-dashboard.ts',
  'src/areas/funding/waiting/show-waiting-requests.ts',
  'src/areas/requests/usual-times-call.ts',
  'src/areas/desk/session/desk-session.ts',
];

const readsThroughQueries: ImportRule = {
  name: 'islands read the API only through useApiQuery',
  appliesTo: (file) => isBrowser(file) || (!file.isTest && file.path.startsWith('services/contracts/')),
  check(files) {
    const reads = new RegExp(`\\bcall\\(\\s*(${readsIn(files).join('|') || '(?!)'})\\b`);
    return linesOf(files.filter(isBrowser), otherReads, (text) => reads.test(text), 'calls a read');
  },
};

// One file, one value of another form, and the filters of two lists, which are part of their URL.
const otherForms = [
  'src/ui/dialogs/UploadModal.tsx',
  'src/areas/requests/RecipientsModal.tsx',
  'src/areas/funding/listing/ListingFilters.tsx',
  'src/areas/catalogue/Catalogue.tsx',
];

const oneFormHook: ImportRule = {
  name: 'forms of islands use useContractForm',
  appliesTo: (file) => isBrowser(file) && file.path.endsWith('.tsx'),
  check: (files) =>
    linesOf(
      files,
      otherForms,
      (text) => /<form\b/.test(text) && !/\b(useContractForm\(|typeof useContractForm\b)/.test(text),
      'has a form without useContractForm',
    ),
};

const breakpointsInEm: ImportRule = {
  name: 'widths of media queries are in em',
  appliesTo: isBrowser,
  check: (files) =>
    linesOf(
      files,
      [],
      (text) => /\((min-|max-)?width\s*[:<>=]+\s*[\d.]+px|[\d.]+px\s*[<>]=?\s*width/.test(text),
      'has a width in px, which ignores the size of the letters',
    ),
};

// They compare two times of the device, or show one to the person at it.
const deviceClocks = [
  'src/service-worker/service-worker.ts',
  'src/browser/api.ts',
  'src/browser/less-data-script.ts',
  'src/browser/server-clock.ts',
  'src/browser/toast.ts',
  'src/areas/accounts/google/google-storage.ts',
  'src/areas/catalogue/saving/save-to-dashboard.ts',
  'src/areas/desk/case/OwnCase.tsx',
  'src/areas/funding/payment/Reservation.tsx',
];

const serverClock: ImportRule = {
  name: 'times of the server are compared with serverNow()',
  appliesTo: isBrowser,
  check: (files) =>
    linesOf(
      files,
      deviceClocks,
      (text) => /\bDate\.now\(\)|\bnew Date\(\)/.test(text),
      'reads the clock of the device',
    ),
};

/** The rules about data, forms, times and widths in the browser. */
export const browserRules = [
  outgoingLinks,
  queriesInOneModule,
  onlyPlainQueries,
  oneTransport,
  oneStorage,
  oneLoader,
  readsThroughQueries,
  oneFormHook,
  breakpointsInEm,
  serverClock,
];
