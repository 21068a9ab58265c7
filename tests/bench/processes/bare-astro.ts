import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFront } from '#sandbox/start/front-build.ts';
import type { Context } from '../core/scenario.ts';
import { type MeasuredServer, startServer } from './start-server.ts';

const source = fileURLToPath(new URL('../floors/astro', import.meta.url));

/** Where `astro.config.mjs` of the floor puts the build. */
const built = fileURLToPath(new URL('../../../.bench/astro', import.meta.url));

const lockfile = fileURLToPath(new URL('../../../package-lock.json', import.meta.url));

/** Starts a page of Astro rendered on demand; builds it when there is no build since packages changed. */
export async function startBareAstro(context: Context): Promise<MeasuredServer> {
  const entry = join(built, 'server', 'entry.mjs');
  if (!existsSync(entry) || statSync(entry).mtimeMs < statSync(lockfile).mtimeMs) {
    context.report('Building the bare Astro page');
    await buildFront(source, 'http://localhost:4321', new AbortController().signal);
  }
  return startServer(context, 'tests/bench/floors/astro-page.ts', { ENTRY: entry });
}
