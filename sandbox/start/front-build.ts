import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Brand } from '#contracts/site/brand.ts';
import { builtBrandFile, isBuiltFor, shownBrand } from '#services/platform/brand/built-brand.ts';
import { childEnvironment } from '#services/platform/config.ts';
import { sendSignal } from '../processes/process-table.ts';

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

/**
 * Runs `astro build` for a site URL; prints output only on failure. Aborting the signal kills the build.
 *
 * @param site URL of the site, used in canonical links and social images.
 */
export async function buildFront(root: string, site: string, signal: AbortSignal): Promise<void> {
  const astro = findAstro();
  const child = spawn(process.execPath, [astro, 'build', '--root', root], {
    cwd: root,
    env: childEnvironment({
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
      PUBLIC_URL: site,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const stop = () => sendSignal(-(child.pid as number), 'SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000);
    });
  }
  const code = await new Promise((resolve) => child.once('error', resolve).once('exit', resolve));
  signal.removeEventListener('abort', stop);
  if (signal.aborted || code === 0) return;
  process.stderr.write(`${output}\n`);
  throw new Error('The pages could not be built (see above).');
}

function findAstro(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin', 'astro.mjs');
  } catch {
    // npm leaves devDependencies out when NODE_ENV is production.
    throw new Error('The pages cannot be built: astro is not installed. Run: npm ci --include=dev');
  }
}
