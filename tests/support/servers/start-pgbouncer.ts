import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findServerAccount } from '#sandbox/postgres/server-account.ts';
import { freePort } from '#sandbox/processes/ports.ts';

/** A PgBouncer that pools transactions. */
export interface TestPooler {
  /** Returns the address of a database through it, for the address of the same database at the server. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Runs in each session that it opens; the values of `postgresClientOptions`. */
const timeouts =
  'SET statement_timeout = 4000; SET lock_timeout = 2000; SET idle_in_transaction_session_timeout = 10000';

/**
 * Starts PgBouncer in front of all databases of one server, with few connections for each user of a database.
 *
 * @param path from `requirePgbouncer()`
 * @param urls of the users that connect, with their passwords
 */
export async function startPgbouncer(
  path: string,
  urls: readonly string[],
  { poolSize = 4, connectQuery = timeouts } = {},
): Promise<TestPooler> {
  const server = new URL(urls[0] ?? '');
  const folder = await mkdtemp(join(tmpdir(), 'courselift-pgbouncer-'));
  const port = await freePort();
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    pool_mode: 'transaction',
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    default_pool_size: poolSize,
    max_client_conn: 2_000,
    server_idle_timeout: 5,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const databases = `* = host=${server.hostname} port=${server.port} connect_query='${connectQuery}'`;
  const users = urls.map((url) => {
    const { username, password } = new URL(url);
    return `"${username}" "${decodeURIComponent(password)}"`;
  });
  const configuration = join(folder, 'pgbouncer.ini');
  await writeFile(settings.auth_file, `${users.join('\n')}\n`);
  await writeFile(configuration, `[databases]\n${databases}\n[pgbouncer]\n${lines.join('\n')}\n`);
  // It refuses to run as root, as PostgreSQL does.
  const account = findServerAccount();
  const ids = account ? { uid: account.uid, gid: account.gid } : {};
  if (account)
    for (const file of [folder, configuration, settings.auth_file])
      await chown(file, account.uid, account.gid);
  const process = spawn(path, ['-q', configuration], { cwd: folder, stdio: 'ignore', ...ids });
  for (let attempt = 0; !(await isListening(port)); attempt++) {
    if (attempt === 250 || process.exitCode !== null) throw new Error('PgBouncer did not start');
    await sleep(20);
  }
  return {
    through(url) {
      const pooled = new URL(url);
      pooled.port = String(port);
      return pooled.href;
    },
    async stop() {
      process.kill('SIGQUIT');
      if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
