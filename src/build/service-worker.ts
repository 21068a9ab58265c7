import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { bundlerTargets } from '../browser/browser-targets.ts';
import { assetsOf } from '../service-worker/rendered-page.ts';
import type { Imports } from './add-preloads.ts';
import { isOfIslands } from './chunks.ts';

const offlinePage = '/offline';
/** Files of the shell that have no hash in their names. */
const icons = ['/favicon.svg'];

/**
 * Writes `/service-worker.js`, with the names of the files that it stores beforehand, and `/remove-service-worker.js`, which is
 * served in its place where it is switched off. Each is one file, because not every browser has workers that import.
 */
export function serviceWorker(release: string): AstroIntegration {
  return {
    name: 'service-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const client = fileURLToPath(dir);
        const html = await readFile(join(client, offlinePage, 'index.html'), 'utf8');
        const imports = JSON.parse(await readFile(join(client, '..', '_imports.json'), 'utf8')) as Imports;
        const constants = {
          RELEASE: JSON.stringify(release),
          SHELL: JSON.stringify([...listShell(html, imports), ...icons]),
          OFFLINE_PAGE: JSON.stringify(offlinePage),
        };
        for (const name of ['service-worker', 'remove-service-worker'])
          await writeFile(join(client, `${name}.js`), await bundle(name, constants));
      },
    },
  };
}

/**
 * Returns the files of the shell: those of the page for missing connections, and the scripts of every island.
 * @internal Its test needs no build.
 */
export function listShell(html: string, imports: Imports): string[] {
  const files = new Set<string>();
  const add = (address: string) => {
    if (files.has(address)) return;
    files.add(address);
    for (const imported of imports[address] ?? []) add(imported);
  };
  [...assetsOf(html), ...Object.keys(imports).filter(isOfIslands)].forEach(add);
  return [...files];
}

async function bundle(name: string, constants: Record<string, string>): Promise<string> {
  const entry = fileURLToPath(new URL(`../service-worker/${name}.ts`, import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: constants,
    build: {
      write: false,
      target: bundlerTargets,
      minify: 'terser',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const output = 'output' in result ? result.output : [];
  const [chunk, ...others] = output;
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${name} is not one file.`);
  return chunk.code;
}
