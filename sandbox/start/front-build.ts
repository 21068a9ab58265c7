import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Inputs of the build. */
const SOURCES = [
  'src',
  'public',
  'services/contracts',
  'astro.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];
const STAMP = 'dist/sources.sha256';

/** Returns whether `dist` was built from the current sources, and for this site URL when given. */
export function isFrontBuilt(root: string, site?: string): boolean {
  const stamp = join(root, STAMP);
  if (!existsSync(stamp)) return false;
  const [sources, builtFor] = readFileSync(stamp, 'utf8').split('\n');
  return sources === hashSources(root) && (site === undefined || builtFor === originOf(site));
}

/** Returns the name of a build from the current sources: the beginning of their hash. */
export const nameRelease = (root: string): string => hashSources(root).slice(0, 12);

const originOf = (site: string) => new URL(site).href;

/** Hashes the sources' names and contents, not modification times, which a checkout changes. */
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

/** Astro integration that records the source hash and site URL of every build. */
export function stampBuild(root: string) {
  let before = '';
  let site = '';
  return {
    name: 'stamp-build',
    hooks: {
      'astro:config:done': ({ config }: { config: { site?: string | undefined } }) => {
        site = originOf(config.site ?? 'http://localhost:4321');
      },
      // Hash before the build, so that an edit during the build makes it outdated.
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
