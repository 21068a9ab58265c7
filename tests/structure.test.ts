import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { drawDocuments, drawModules } from '#tools/structure/draw-structure.ts';
import { words } from '#tools/structure/words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

it('README, docs/architecture.md and docs/request-states.md have the current drawings; npm run docs:structure draws them', async () => {
  for (const [path, text] of Object.entries(drawDocuments(root)))
    expect(await readFile(join(root, path), 'utf8'), path).toBe(text);
});

it('the table of modules fails on an unknown word, and on a word without a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'structure-'));
  try {
    const make = (path: string) => mkdir(join(folder, path), { recursive: true });
    for (const column of ['src/areas', 'services/contracts', 'workers']) await make(column);
    const [last, ...others] = Object.keys(words);
    for (const word of others) await make(`services/${word}`);
    expect(() => drawModules(folder)).toThrow(`No folder has the name ${last}`);
    await make(`workers/${last}`);
    expect(drawModules(folder)).toContain(`\`workers/${last}\``);
    await make('src/areas/operations');
    expect(() => drawModules(folder)).toThrow('Not listed in tools/structure/words.ts: operations');
  } finally {
    await rm(folder, { recursive: true });
  }
});
