import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that decides what the built pages look like. */
const SOURCES = [
  'src',
  'public',
  'services/contracts',
  'astro.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];
const STAMP = 'dist/sources.sha256';

/** Whether `dist` was built from the sources as they are now, for the site at this address (any, when left out). */
export function isFrontBuilt(root: string, site?: string): boolean {
  const stamp = join(root, STAMP);
  if (!existsSync(stamp)) return false;
  const [sources, builtFor] = readFileSync(stamp, 'utf8').split('\n');
  return sources === hashSources(root) && (site === undefined || builtFor === originOf(site));
}

const originOf = (site: string) => new URL(site).href;

/** Fingerprint of the sources' names and contents; contents, because a checkout makes every file look new. */
function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) addPath(join(root, source), source);
  return hash.digest('hex');

  function addPath(path: string, name: string): void {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const entry of readdirSync(path).sort()) addPath(join(path, entry), `${name}/${entry}`);
    } else {
      hash.update(`${name}\0`).update(readFileSync(path)).update('\0');
    }
  }
}

/** Astro integration: every build, by `npm run build` or by the start, records its sources and its address. */
export function stampBuild(root: string) {
  let before = '';
  let site = '';
  return {
    name: 'stamp-build',
    hooks: {
      'astro:config:done': ({ config }: { config: { site?: string | undefined } }) => {
        site = originOf(config.site ?? 'http://localhost:4321');
      },
      // Before, not after: an edit during the build must count as newer than the build.
      'astro:build:start': () => {
        before = hashSources(root);
      },
      'astro:build:done': () => {
        mkdirSync(join(root, 'dist'), { recursive: true });
        writeFileSync(join(root, STAMP), `${before}\n${site}`);
      },
    },
  };
}
