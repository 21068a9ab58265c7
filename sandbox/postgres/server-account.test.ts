import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { canAccess, findServerAccount } from './server-account.ts';

afterEach(() => vi.restoreAllMocks());

const asUser = (uid: number) => vi.spyOn(process, 'getuid').mockReturnValue(uid);

it('uses the current account unless that is root', () => {
  asUser(1000);
  expect(findServerAccount('postgres:x:70:70:::')).toBeUndefined();
});

it('prefers the postgres account to nobody', () => {
  asUser(0);
  const passwd = 'root:x:0:0:::\nnobody:x:65534:65534:::\npostgres:x:70:71:::';
  expect(findServerAccount(passwd)).toEqual({ name: 'postgres', uid: 70, gid: 71 });
  expect(findServerAccount('nobody:*:-2:-2:::')).toEqual({
    name: 'nobody',
    uid: 4294967294,
    gid: 4294967294,
  });
  expect(() => findServerAccount('root:x:0:0:::')).toThrow(/does not run as root/);
});

it('treats a folder as inaccessible when a parent folder is', () => {
  const top = mkdtempSync(join(tmpdir(), 'courselift-enter-'));
  const inner = join(top, 'a/b');
  mkdirSync(inner, { recursive: true });
  const stranger = { name: 'stranger', uid: 54_321, gid: 54_321 };
  chmodSync(top, 0o711);
  expect(canAccess(stranger, inner)).toBe(true);
  chmodSync(top, 0o700);
  expect(canAccess(stranger, inner)).toBe(false);
  expect(canAccess({ name: 'me', uid: process.getuid?.() ?? 0, gid: 54_321 }, top)).toBe(true);
  rmSync(top, { recursive: true });
});
