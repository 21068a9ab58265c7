import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ClusterLocation } from './locate-cluster.ts';

/** The environment of PostgreSQL's programs. Nothing is inherited, so that no PG* variable or locale interferes. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates an empty cluster unless one exists. It is created under a temporary name and renamed when complete, so that a start
 * killed halfway leaves nothing that looks like a database. Text is UTF-8 and sorts by code point on
 * every machine (PostgreSQL's own C.UTF-8, not the system's locale).
 */
export async function initialiseCluster(location: ClusterLocation, password: string): Promise<void> {
  if (existsSync(join(location.clusterDir, 'PG_VERSION'))) return;
  const draft = `${location.clusterDir}.new`;
  const passwordFile = `${location.clusterDir}.password`;
  await rm(draft, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await mkdir(draft, { mode: 0o700 });
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (location.account) {
      await chown(draft, location.account.uid, location.account.gid);
      await chown(passwordFile, location.account.uid, location.account.gid);
    }
    const flags = [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // Saves half a second; a cluster lost in a crash before the first start is created again.
      '--no-sync',
    ];
    const options = { cwd: dirname(draft), env: serverEnvironment, ...accountIds(location) };
    await promisify(execFile)(join(location.binDir, 'initdb'), flags, options).catch(
      ({ stderr, message }) => {
        throw new Error(`The database could not be made: ${firstErrorLine(String(stderr)) ?? message}`);
      },
    );
    await rename(draft, location.clusterDir);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
  }
}

/** The `uid` and `gid` for a child process of the server's account. */
export function accountIds({ account }: ClusterLocation): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** Whether a message of PostgreSQL or of the system means that the disk is full. */
export function isDiskFull(message: string): boolean {
  // PostgreSQL reports a short write of a page in different words than ENOSPC.
  return /No space left on device|wrote only \d+ of \d+ bytes|\bENOSPC\b/i.test(message);
}

/** Returns the first error line of a PostgreSQL program's output, without its severity. */
export function firstErrorLine(output: string): string | undefined {
  if (isDiskFull(output)) return 'the disk is full.';
  const lines = output.split('\n').filter((line) => /FATAL:|PANIC:|ERROR:|error:|could not/.test(line));
  return lines[0]?.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '').trim();
}
