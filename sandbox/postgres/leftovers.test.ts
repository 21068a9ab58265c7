import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { recordOrigin, removeOrphanedClusters } from './leftovers.ts';

const root = mkdtempSync(join(tmpdir(), 'courselift-orphans-'));
const home = join(root, 'home');
const dataDir = join(root, 'clone/.data');
const folder = join(home, 'data-1');
afterAll(() => rmSync(root, { recursive: true }));
beforeEach(async () => {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(folder, 'postgres'), { recursive: true });
  mkdirSync(dataDir, { recursive: true });
  await recordOrigin(folder, dataDir);
});

it('removes the database files of a deleted data folder and returns its path', async () => {
  rmSync(join(root, 'clone'), { recursive: true });
  expect(await removeOrphanedClusters(home)).toEqual([dataDir]);
  expect(existsSync(folder)).toBe(false);
});

it('keeps the files of an existing data folder', async () => {
  expect(await removeOrphanedClusters(home)).toEqual([]);
  expect(existsSync(folder)).toBe(true);
});

it('keeps the files of a data folder on an unmounted file system', async () => {
  writeFileSync(join(folder, 'origin.json'), JSON.stringify({ dataDir: '/proc/gone/.data', device: -1 }));
  expect(await removeOrphanedClusters(home)).toEqual([]);
  expect(existsSync(folder)).toBe(true);
});

it('keeps folders without a record', async () => {
  rmSync(join(folder, 'origin.json'));
  rmSync(join(root, 'clone'), { recursive: true });
  expect(await removeOrphanedClusters(home)).toEqual([]);
  expect(existsSync(folder)).toBe(true);
});
