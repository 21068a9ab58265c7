import { closeSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openLog } from './open-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'courselift-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('keeps the logs of the last five starts', () => {
  for (let start = 1; start <= 8; start += 1) {
    const log = openLog(join(folder, 'api.log'));
    writeSync(log, `start ${start}`);
    closeSync(log);
  }
  const contents = readdirSync(folder)
    .toSorted()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  expect(contents).toEqual([
    ['api.1.log', 'start 7'],
    ['api.2.log', 'start 6'],
    ['api.3.log', 'start 5'],
    ['api.4.log', 'start 4'],
    ['api.5.log', 'start 3'],
    ['api.log', 'start 8'],
  ]);
});
