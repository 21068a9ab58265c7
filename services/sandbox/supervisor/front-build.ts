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

/** Whether `dist` was built from the sources as they are now. */
export function isFrontBuilt(root: string): boolean {
  const stamp = join(root, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources(root);
}

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

/** Astro integration: every build, by `npm run build` or by the start, notes what it was built from. */
export function stampBuild(root: string) {
  let before = '';
  return {
    name: 'stamp-build',
    hooks: {
      // Before, not after: an edit during the build must count as newer than the build.
      'astro:build:start': () => {
        before = hashSources(root);
      },
      'astro:build:done': () => {
        mkdirSync(join(root, 'dist'), { recursive: true });
        writeFileSync(join(root, STAMP), before);
      },
    },
  };
}
