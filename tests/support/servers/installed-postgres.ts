import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findServerAccount } from '#sandbox/postgres/server-account.ts';
import { freePort } from '#sandbox/processes/ports.ts';

/** A PostgreSQL of the system's packages, with pg_dump, which the embedded one ships without. */
export interface InstalledPostgres {
  binFolder: string;
  /** Returns the connection URL of a database. */
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/** Starts it with files in a temporary folder. */
export async function startInstalledPostgres(binFolder: string): Promise<InstalledPostgres> {
  const account = findServerAccount();
  const ids = account ? { uid: account.uid, gid: account.gid } : {};
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'courselift-installed-')));
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const flags = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(join(binFolder, 'initdb'), flags, { cwd: folder, ...ids });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', `port=${port}`];
  const server = spawn(
    join(binFolder, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { cwd: folder, stdio: 'ignore', ...ids },
  );
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  await untilReady(server, urlOf('postgres'));
  return {
    binFolder,
    urlOf,
    async stop() {
      server.kill('SIGQUIT');
      if (server.exitCode === null) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 250 && server.exitCode === null; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(40);
    }
  }
  throw new Error('The installed PostgreSQL did not start');
}
