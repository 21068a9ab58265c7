import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError } from '#services/platform/config.ts';
import { patient } from '#tests/support/soon.ts';
import { needs } from '#tests/support/vitest/requirements.ts';
import { commandOf } from '../processes/process-table.ts';
import { lockDataDir, makeDataDir } from './data-dir.ts';

const root = mkdtempSync(join(tmpdir(), 'courselift-data-'));
afterAll(() => rmSync(root, { recursive: true }));
const file = join(root, 'file');
writeFileSync(file, '');

it('creates the folder with its parents, and accepts it again', () => {
  const path = join(root, 'a/b/c');
  makeDataDir(path);
  makeDataDir(path);
  expect(existsSync(path)).toBe(true);
});

it.each([
  ['a file', file, 'it is a file'],
  ['a folder below a file', join(file, 'below'), 'a file is in its path'],
  ['a name that is too long', join(root, 'x'.repeat(300)), 'the name is too long'],
  // The system reports ENOENT here, on which a recursive mkdir never returns.
  ...(existsSync('/proc/self')
    ? [['a path below /proc', '/proc/courselift', 'no folder can be created there']]
    : []),
])('names DATA_DIR in one line for %s', (_, path = '', reason) => {
  expect(() => makeDataDir(path)).toThrow(ConfigError);
  expect(() => makeDataDir(path)).toThrow(
    `Configuration: DATA_DIR ${path} cannot be used (${reason}). Set it to a folder that this account can write to.`,
  );
});

it(
  'names DATA_DIR where the account may not write',
  needs(
    process.getuid?.() === 0 ? undefined : { missing: 'Only root can give a folder to another account.' },
  ),
  () => {
    // Root can write everywhere, so switch the effective user.
    process.seteuid?.('nobody');
    try {
      expect(() => makeDataDir(join(root, 'closed'))).toThrow(/DATA_DIR .*permission denied/);
      expect(() => makeDataDir(root)).toThrow(/DATA_DIR .*permission denied/);
    } finally {
      process.seteuid?.(0);
    }
  },
);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courselift-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('locks a folder, created if missing, and releases it', () => {
  const path = join(folder, 'new/data');
  const unlock = lockDataDir(path);
  expect(existsSync(join(path, 'start.pid'))).toBe(true);
  unlock();
  expect(existsSync(join(path, 'start.pid'))).toBe(false);
});

it.each(['start', 'db-seed', 'ops-create', 'ops-reconcile'])(
  'rejects a folder that %s.ts has locked',
  async (name) => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)', `${name}.ts`], {
      stdio: 'ignore',
    });
    // Its command line is empty for a moment after the fork.
    await expect.poll(() => commandOf(other.pid as number), patient).toContain(name);
    writeFileSync(join(folder, 'start.pid'), String(other.pid));
    expect(() => lockDataDir(folder)).toThrow(
      new RegExp(`in use by another start \\(process ${other.pid}\\)`),
    );
    other.kill('SIGKILL');
  },
);

it.each([
  ['gone', '999999999'],
  ['now something else', String(process.ppid)],
  ['unreadable', 'what'],
])('takes a claim whose owner is %s', (_, owner) => {
  writeFileSync(join(folder, 'start.pid'), owner);
  expect(() => lockDataDir(folder)()).not.toThrow();
});
