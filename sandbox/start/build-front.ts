import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { childEnvironment } from '#services/platform/config.ts';
import { sendSignal } from '../processes/process-table.ts';

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
