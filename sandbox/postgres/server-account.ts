import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The account that the PostgreSQL server runs as. */
export interface ServerAccount {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Returns the account to run PostgreSQL as, or undefined for the current one. PostgreSQL refuses to run as root, so
 * root runs it as an account that exists on every machine; none is created.
 */
export function findServerAccount(passwd = readFileSync('/etc/passwd', 'utf8')): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = passwd.split('\n').map((line) => line.split(':'));
  for (const wanted of ['postgres', '_postgres', 'nobody']) {
    const [name, , uid, gid] = accounts.find(([account]) => account === wanted) ?? [];
    // macOS writes the id of `nobody` as -2; system calls require it unsigned.
    if (name && uid && gid) return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  }
  throw new Error('PostgreSQL does not run as root and there is no other account (postgres, nobody) to use.');
}

/** Returns whether the account can enter a folder: it requires execute permission on the folder and all its parents. */
export function canAccess(account: ServerAccount, folder: string): boolean {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (path === dirname(path)) return true;
  }
}
