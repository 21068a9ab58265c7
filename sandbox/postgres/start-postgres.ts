import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#sandbox/processes/ports.ts';
import { killWithParent } from '#sandbox/processes/process-table.ts';
import { accountIds, firstErrorLine, initialiseCluster, serverEnvironment } from './initialise-cluster.ts';
import { readServerStatus, stopLeftoverServer, stopServer } from './leftovers.ts';
import { type ClusterLocation, locateCluster } from './locate-cluster.ts';

/** Name of the product's database in the embedded cluster. */
export const EMBEDDED_DATABASE = 'courselift';
const APPLICATION_ROLE = 'courselift_app';

/**
 * Returns the connection URLs of the embedded database: of the processes, and of the role that owns the tables. The password of the application's role is derived from the
 * owner's, so that a process that knows its own cannot sign in as the owner.
 */
export function embeddedUrls(port: number | string, ownerPassword: string) {
  const at = `127.0.0.1:${port}/${EMBEDDED_DATABASE}`;
  const password = createHmac('sha256', ownerPassword).update(APPLICATION_ROLE).digest('hex');
  return {
    databaseUrl: `postgres://${APPLICATION_ROLE}:${password}@${at}`,
    ownerUrl: `postgres://postgres:${encodeURIComponent(ownerPassword)}@${at}`,
  };
}

const READY_TIMEOUT_MS = 30_000;

/** A running embedded PostgreSQL. */
export type RunningPostgres = ReturnType<typeof running>;

/**
 * Starts the PostgreSQL of `dataDir` on a free port of 127.0.0.1. Creates the cluster if there is none and stops a
 * server that a killed start left behind. The server stops with this process, even when this process is killed.
 *
 * @param options.settings extra server settings, such as `{ fsync: 'off' }` for tests.
 * @throws an Error with a one-line message for the terminal (disk full, no access, …).
 */
export async function startPostgres(options: {
  dataDir: string;
  password: string;
  settings?: Record<string, string>;
}): Promise<RunningPostgres> {
  const location = await locateCluster(options.dataDir);
  await stopLeftoverServer(location.clusterDir);
  await initialiseCluster(location, options.password);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const problem = await launch(location, port, options.settings ?? {});
    if (typeof problem !== 'string') return running(location, port, options.password, problem);
    // Another process took the port in the meantime, or processes of a killed server are still exiting.
    if (attempt === 20 || !/Address already in use|shared memory block/.test(problem)) {
      throw new Error(`The database did not start: ${firstErrorLine(problem) ?? problem.trim()}`);
    }
    await sleep(100);
  }
}

/** Returns the process when the server is ready, otherwise its log output. */
async function launch(
  location: ClusterLocation,
  port: number,
  settings: Record<string, string>,
): Promise<ChildProcess | string> {
  const logFile = `${location.clusterDir}.log`;
  const log = openSync(logFile, 'w', 0o600);
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // A log of slow statements would hold names and addresses: the values of searches.
    log_parameter_max_length: '0',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', location.clusterDir, '-p', String(port), ...flags];
  const child = spawn(join(location.binDir, 'postgres'), args, {
    cwd: dirname(location.clusterDir),
    env: serverEnvironment,
    stdio: ['ignore', log, log],
    // A separate process group: Ctrl-C in a terminal signals the whole group, and the database must stop last.
    detached: true,
    ...accountIds(location),
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () =>
      resolve((existsSync(logFile) && readFileSync(logFile, 'utf8')) || 'it ended at once'),
    );
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const status = readServerStatus(location.clusterDir);
    if (status?.isReady && status.pid === child.pid) return child;
    const failure = await Promise.race([ended, sleep(20)]);
    if (failure !== undefined) return failure;
  }
  child.kill('SIGQUIT');
  return `not ready after ${READY_TIMEOUT_MS / 1000} s, see ${logFile}`;
}

function running(location: ClusterLocation, port: number, password: string, child: ChildProcess) {
  const pid = child.pid as number;
  const cancelKill = killWithParent(pid, 'INT', accountIds(location));
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(signal ? `ended with signal ${signal}` : `ended with code ${code}`),
    );
  });
  child.once('exit', cancelKill);
  return {
    pid,
    port,
    /** Folder of its files, symlinks resolved. */
    clusterDir: location.clusterDir,
    note: location.note,
    /** Returns the connection URL of one of its databases, password included. */
    urlOf: (database: string) =>
      `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    /** Resolves with how it ended, such as "ended with signal SIGKILL". */
    ended,
    /** Stops it: fast shutdown, and immediate shutdown after `gracePeriodMs` (default 5 s). */
    async stop(gracePeriodMs?: number): Promise<void> {
      await stopServer(pid, gracePeriodMs);
      await ended;
    },
  };
}
