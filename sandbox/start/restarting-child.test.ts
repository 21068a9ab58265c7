import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, it } from 'vitest';
import { soon } from '#tests/support/soon.ts';
import { startWatchedChild } from './restarting-child.ts';
import type { Child } from './start-child.ts';

const folder = mkdtempSync(join(tmpdir(), 'courselift-watch-'));
const sources = join(folder, 'code');
const output = join(folder, 'output');
const value = join(sources, 'value.mjs');
let child: Child | undefined;
afterEach(() => child?.end(1_000));
afterAll(() => rmSync(folder, { recursive: true }));

mkdirSync(sources);
writeFileSync(
  join(sources, 'main.mjs'),
  `import { writeFileSync } from 'node:fs';
   import { value } from './value.mjs';
   writeFileSync(${JSON.stringify(output)}, String(value));
   process.send({ type: 'ready' });
   setInterval(() => {}, 1000);`,
);

async function run(): Promise<void> {
  writeFileSync(value, 'export const value = 0;');
  child = startWatchedChild({ name: 'api', file: join(sources, 'main.mjs'), env: {} }, [sources]);
  await child.ready;
}

/** Replaces the file by a rename, as editors and git do. */
function replace(text: string): void {
  writeFileSync(join(folder, 'draft'), text);
  renameSync(join(folder, 'draft'), value);
}

const seen = () => soon(() => readFileSync(output, 'utf8'));

it('restarts each time a file is replaced, and when it is edited in place', async () => {
  await run();
  for (let round = 1; round <= 9; round += 1) {
    replace(`export const value = ${round};`);
    await seen().toBe(String(round));
  }
  rmSync(value);
  writeFileSync(value, 'export const value = 10;');
  await seen().toBe('10');
  writeFileSync(value, 'export const value = 11;');
  await seen().toBe('11');
});

it('becomes ready although a change restarted it before', async () => {
  writeFileSync(
    value,
    `import { writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(output)}, 'not ready');
     await new Promise(() => setInterval(() => {}, 1000));
     export const value = 0;`,
  );
  child = startWatchedChild({ name: 'api', file: join(sources, 'main.mjs'), env: {} }, [sources]);
  const first = child.pid;
  // Otherwise the first process could load the changed file and become ready by itself.
  await seen().toBe('not ready');
  // A change before the folders are watched is not reported.
  for (let value = 20; child.pid === first; value += 1) {
    replace(`export const value = ${value};`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await child.ready;
});

it('starts again after an error in the code is corrected', async () => {
  await run();
  const first = child?.pid;
  replace('export const value = ;');
  await soon(() => child?.pid !== first).toBe(true);
  replace('export const value = 12;');
  await seen().toBe('12');
});
