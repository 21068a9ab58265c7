import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandOf } from '../processes/process-table.ts';
import { lockDataDir } from './lock-data-dir.ts';

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
    await expect.poll(() => commandOf(other.pid as number)).toContain(name);
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
