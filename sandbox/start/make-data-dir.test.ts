import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ConfigError } from '#services/platform/config.ts';
import { needs } from '#tests/support/vitest/requirements.ts';
import { makeDataDir } from './make-data-dir.ts';

const folder = mkdtempSync(join(tmpdir(), 'courselift-data-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'file');
writeFileSync(file, '');

it('creates the folder with its parents, and accepts it again', () => {
  const path = join(folder, 'a/b/c');
  makeDataDir(path);
  makeDataDir(path);
  expect(existsSync(path)).toBe(true);
});

it.each([
  ['a file', file, 'it is a file'],
  ['a folder below a file', join(file, 'below'), 'a file is in its path'],
  ['a name that is too long', join(folder, 'x'.repeat(300)), 'the name is too long'],
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
      expect(() => makeDataDir(join(folder, 'closed'))).toThrow(/DATA_DIR .*permission denied/);
      expect(() => makeDataDir(folder)).toThrow(/DATA_DIR .*permission denied/);
    } finally {
      process.seteuid?.(0);
    }
  },
);
