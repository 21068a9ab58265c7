import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { EMBEDDED_DATABASE, embeddedUrls } from '#sandbox/postgres/embedded-urls.ts';
import { startPostgres } from '#sandbox/postgres/start-postgres.ts';
import { migrate } from '#services/platform/database/migrate.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** A PostgreSQL cluster of one run, with two proxies: one that faults close, and one that the rig itself reads by. */
export interface DatabaseServer {
  /** Through the proxy of the faults, as the application's role. */
  databaseUrl: string;
  /** Through the other proxy, as the owner of the tables. */
  ownerUrl: string;
  proxy: FaultProxy;
  /** kill -9 of the server, and its start half a second later. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const restartAfterMs = 500;

/** Starts and migrates a cluster in a folder. Commits are durable, as in production. */
export async function startDatabaseServer(
  folder: string,
  redisUrl: string | undefined,
): Promise<DatabaseServer> {
  const dataDir = join(folder, 'database');
  await mkdir(dataDir);
  // Root's folders are closed to the account that PostgreSQL then runs as.
  for (const each of [folder, dataDir]) await chmod(each, 0o711);
  const password = randomBytes(12).toString('hex');
  let server = await startPostgres({ dataDir, password });
  const [proxy, direct] = [await startFaultProxy(server.port), await startFaultProxy(server.port)];
  const admin = new pg.Client({ connectionString: server.urlOf('postgres') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${EMBEDDED_DATABASE}`);
  await admin.end();
  const { databaseUrl } = embeddedUrls(proxy.port, password);
  const { ownerUrl } = embeddedUrls(direct.port, password);
  await migrate({ databaseUrl, ownerUrl, redisUrl });
  return {
    databaseUrl,
    ownerUrl,
    proxy,
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      await new Promise((resolve) => setTimeout(resolve, restartAfterMs));
      server = await startPostgres({ dataDir, password });
      for (const each of [proxy, direct]) each.setTarget(server.port);
    },
    async stop() {
      await Promise.all([proxy.close(), direct.close()]);
      await server.stop();
    },
  };
}
