import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSandboxStore } from './sandbox-store.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Returns the files of the folder with their modes, such as `600`. */
function modes(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dataDir).map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]),
  );
}

const closed = { 'sandbox.db': '600', 'sandbox.db-shm': '600', 'sandbox.db-wal': '600' };

it('only the account that runs the sandbox can read its files', () => {
  const store = openSandboxStore(dataDir);
  expect(modes()).toEqual(closed);
  store.close();
});

it('files of an earlier version, which were readable for every account, are closed', () => {
  const earlier = openSandboxStore(dataDir);
  for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o644);
  const store = openSandboxStore(dataDir);
  expect(modes()).toEqual(closed);
  store.close();
  earlier.close();
});
