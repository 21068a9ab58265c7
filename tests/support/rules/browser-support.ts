import compatData, { type Identifier, type SupportStatement } from '@mdn/browser-compat-data';
import { browserTargets } from '#src/browser/browser-targets.ts';

const { chrome, safari, firefox } = browserTargets;

/** The oldest version of each browser that is promised, by the browser's name in the compatibility data. */
const oldest = {
  ...{ chrome, chrome_android: chrome, webview_android: chrome, edge: chrome },
  ...{ safari, safari_ios: safari, firefox },
};

/** Returns the entry of the compatibility data with this path, such as `['api', 'URL']`; undefined when there is none. */
export function findCompat(path: readonly string[]): Identifier | undefined {
  let entry: unknown = compatData;
  for (const name of path) {
    if (typeof entry !== 'object' || entry === null || !Object.hasOwn(entry, name)) return undefined;
    entry = (entry as Record<string, unknown>)[name];
  }
  return entry as Identifier;
}

/** Returns the promised browsers that lack what the entry describes, as `chrome 116`: the version that brought it. */
export function missingIn(entry: Identifier | undefined): string[] {
  const support = entry?.__compat?.support;
  if (!support) return [];
  return Object.entries(oldest).flatMap(([browser, version]) => {
    const statement = support[browser as keyof typeof support];
    if (!statement || isSupported(statement, version)) return [];
    const [first] = [statement].flat();
    return [`${browser} ${first?.version_added || 'never'}`];
  });
}

function isSupported(statement: SupportStatement, version: string): boolean {
  return [statement].flat().some(({ version_added: added, version_removed: removed, ...rest }) => {
    if (rest.flags || rest.prefix || rest.alternative_name || typeof added !== 'string') return false;
    return isAtMost(added, version) && !(typeof removed === 'string' && isAtMost(removed, version));
  });
}

/** Compares versions such as `15.4`; the data marks those that were found late as `≤37`, and unpublished ones as `preview`. */
function isAtMost(version: string, limit: string): boolean {
  const [actual = [], allowed = []] = [version, limit].map((text) =>
    text.replace('≤', '').split('.').map(Number),
  );
  if (actual.some(Number.isNaN)) return false;
  const place = actual.findIndex((part, index) => part !== (allowed[index] ?? 0));
  return place < 0 || (actual[place] ?? 0) < (allowed[place] ?? 0);
}
