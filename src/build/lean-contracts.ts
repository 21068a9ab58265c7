import { type ESTree, type Plugin, parseSync } from 'vite';

/** What a browser reads of a call. Of its response only whether it is a file or a stream. */
const readByBrowsers = ['method', 'path', 'auth', 'idempotency', 'file', 'response'];
/** Pages of the desk check their forms and addresses by the calls. */
const readByDesk = [...readByBrowsers, 'query', 'body'];
const folder = '/services/contracts/';
// Marks a copy of a module, with its schemas, beside the one that pages import: that would bring zod to them.
const onDemand = '?schemas';

/**
 * Returns the Vite plugin that leaves out of the browser's scripts what they do not read of a contract: schemas, summaries and limits of
 * calls, and every declaration that no page uses. Without it, the first view of `/dashboard` has all of zod. What checks
 * something is a form's `*.schema.ts` or a contract that is imported on demand: these have copies of contracts with their schemas.
 */
export function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      order: 'pre',
      async handler(source, importer, { kind }) {
        const isOnDemand = kind === 'dynamic-import' || importer?.endsWith(onDemand);
        if (!isOnDemand && !source.endsWith('.schema.ts')) return undefined;
        const module = await this.resolve(source, importer, { skipSelf: true });
        return module && /\/services\/contracts\/|\.schema\.ts$/.test(module.id)
          ? module.id + onDemand
          : undefined;
      },
    },
    transform(code, id) {
      if (!id.includes(folder)) return undefined;
      const lean = leaveOutServerParts(code, id.includes(`${folder}desk/`) ? readByDesk : readByBrowsers);
      return { code: lean, moduleSideEffects: false };
    },
  };
}

interface Change {
  start: number;
  end: number;
  text: string;
}

/**
 * Returns a contract's module in which each `endpoint(…)` is an object with the parts that are read, and each declaration that calls a
 * function is marked as pure: a bundler knows it of the functions, but not through a namespace.
 * @internal Its test needs no build.
 */
export function leaveOutServerParts(code: string, read: readonly string[] = readByBrowsers): string {
  const changes = parseSync('contract.ts', code).program.body.flatMap((statement) =>
    valuesOf(statement).map((value) => endpointOf(code, value, read) ?? pure(code, value)),
  );
  // From the end, so that the places before stay as they are.
  return changes
    .toReversed()
    .reduce((text, { start, end, text: changed }) => text.slice(0, start) + changed + text.slice(end), code);
}

/** Returns the values of a statement's declarations. */
function valuesOf(statement: ESTree.Statement | ESTree.Directive): ESTree.Expression[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ init }) => init ?? []);
}

const isFunction = ({ type }: ESTree.Expression) =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

function pure(code: string, value: ESTree.Expression): Change {
  const { start, end } = value;
  const text = code.slice(start, end);
  // A text with inserted ones calls their methods.
  const isPure = isFunction(value) || !/\(|\$\{/.test(text);
  return { start, end, text: isPure ? text : `/* @__PURE__ */ (() => (${text}))()` };
}

function endpointOf(code: string, call: ESTree.Expression, read: readonly string[]): Change | undefined {
  if (call.type !== 'CallExpression') return undefined;
  if (call.callee.type !== 'Identifier' || call.callee.name !== 'endpoint') return undefined;
  const [method, path, auth, details] = call.arguments;
  if (!method || !path || !auth || details?.type !== 'ObjectExpression') return undefined;
  const source = ({ start, end }: { start: number; end: number }) => code.slice(start, end);
  const kept = details.properties.filter((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return true;
    const { name } = property.key;
    return read.includes(name) && (name !== 'response' || property.value.type === 'Literal');
  });
  const fixed = [`method: ${source(method)}`, `path: ${source(path)}`, `auth: ${source(auth)}`];
  const { start, end } = call;
  return { start, end, text: `{ ${[...fixed, ...kept.map(source)].join(', ')} }` };
}
