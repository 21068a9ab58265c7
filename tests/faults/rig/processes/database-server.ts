import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EMBEDDED_DATABASE, embeddedUrls, startPostgres } from '#sandbox/postgres/start-postgres.ts';
import { isRunning } from '#sandbox/processes/process-table.ts';
import { migrate } from '#services/platform/database/migrate.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { moveWal } from './move-wal.ts';
import { pauseTree } from './pause-tree.ts';

/** A PostgreSQL cluster of one run, with two proxies: one that faults close, and one that the rig itself reads by. */
export interface DatabaseServer {
  /** Through the proxy of the faults, as the application's role. */
  databaseUrl: string;
  /** Through the other proxy, as the owner of the tables. */
  ownerUrl: string;
  proxy: FaultProxy;
  /** As the server's superuser and not through a proxy; changes with every start. */
  readonly superuserUrl: string;
  /** kill -9 of the server, and its start half a second later. */
  kill(): Promise<void>;
  /** Starts it again where it has ended by itself. Returns whether it had. */
  startIfEnded(): Promise<boolean>;
  /** SIGSTOP of the server and its processes; the returned function is SIGCONT. */
  pause(): () => void;
  /** The server's log since its start. */
  readLog(): Promise<string>;
  stop(): Promise<void>;
}

const restartAfterMs = 500;

/** Starts and migrates a cluster in a folder. Commits are durable, as in production. */
export async function startDatabaseServer(
  folder: string,
  { redisUrl, hasOwnWal }: { redisUrl: string | undefined; hasOwnWal: boolean },
): Promise<DatabaseServer> {
  const dataDir = join(folder, 'database');
  const walDir = join(folder, 'wal');
  for (const each of [dataDir, walDir]) await mkdir(each, { recursive: true });
  // Root's folders are closed to the account that PostgreSQL then runs as.
  for (const each of [folder, dataDir, walDir]) await chmod(each, 0o711);
  const password = randomBytes(12).toString('hex');
  // Small enough for a volume of its own.
  const settings = { max_wal_size: '96MB', min_wal_size: '64MB' };
  const start = () => startPostgres({ dataDir, password, ...(hasOwnWal && { settings }) });
  let server = await start();
  if (hasOwnWal) {
    await server.stop();
    await moveWal(server.clusterDir, walDir);
    server = await start();
  }
  const [proxy, direct] = [await startFaultProxy(server.port), await startFaultProxy(server.port)];
  const admin = new pg.Client({ connectionString: server.urlOf('postgres') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${EMBEDDED_DATABASE}`);
  await admin.end();
  const { databaseUrl } = embeddedUrls(proxy.port, password);
  const { ownerUrl } = embeddedUrls(direct.port, password);
  await migrate({ databaseUrl, ownerUrl, redisUrl });
  const startAgain = async () => {
    server = await start();
    for (const each of [proxy, direct]) each.setTarget(server.port);
  };
  return {
    databaseUrl,
    ownerUrl,
    proxy,
    get superuserUrl() {
      return server.urlOf(EMBEDDED_DATABASE);
    },
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      await sleep(restartAfterMs);
      await startAgain();
    },
    async startIfEnded() {
      if (isRunning(server.pid)) return false;
      await startAgain();
      return true;
    },
    pause: () => pauseTree(server.pid),
    readLog: () => readFile(`${server.clusterDir}.log`, 'utf8'),
    async stop() {
      await Promise.all([proxy.close(), direct.close()]);
      await server.stop();
    },
  };
}
