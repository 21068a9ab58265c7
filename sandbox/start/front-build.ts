import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Brand } from '#contracts/site/brand.ts';
import { builtBrandFile, isBuiltFor, shownBrand } from '#services/platform/brand/built-brand.ts';

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

/** Returns whether `dist` was built from the current sources and logo, with this brand, and for this site URL when given. */
export function isFrontBuilt(root: string, brand: Brand, site?: string): boolean {
  const stamp = join(root, STAMP);
  if (!existsSync(stamp)) return false;
  const [sources, builtFor] = readFileSync(stamp, 'utf8').split('\n');
  const isCurrent = sources === hashSources(root, brand.logo) && isBuiltFor(brand, join(root, 'dist'));
  return isCurrent && (site === undefined || builtFor === originOf(site));
}

/** Returns the name of a build from the current sources: the beginning of their hash. */
export const nameRelease = (root: string, { logo }: Brand): string => hashSources(root, logo).slice(0, 12);

const originOf = (site: string) => new URL(site).href;

/** Hashes the names and contents of sources and logo, not modification times, which a checkout changes. */
function hashSources(root: string, logo: string | undefined): string {
  const hash = createHash('sha256');
  for (const source of [...SOURCES, ...(logo ? [logo] : [])]) addPath(resolve(root, source), source);
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

/** Astro integration that records the source hash, site URL and brand of every build. */
export function stampBuild(root: string, brand: Brand) {
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
        before = hashSources(root, brand.logo);
      },
      'astro:build:done': () => {
        mkdirSync(join(root, 'dist'), { recursive: true });
        writeFileSync(join(root, 'dist', builtBrandFile), JSON.stringify(shownBrand(brand)));
        writeFileSync(join(root, STAMP), `${before}\n${site}`);
      },
    },
  };
}
