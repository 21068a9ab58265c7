import { resolve } from 'node:path';
import pg from 'pg';
import {
  EMBEDDED_DATABASE,
  embeddedUrls,
  type RunningPostgres,
  startPostgres,
} from '#sandbox/postgres/start-postgres.ts';
import type { StartSettings } from '#services/platform/config.ts';
import { countConnections, toPools } from '#services/platform/pool-sizes.ts';
import type { Secrets } from './load-secrets.ts';
import type { Supervisor } from './supervise.ts';

/** The database's connection URLs: of the processes, and of the role that owns the tables where it is another one. */
export interface DatabaseUrls {
  databaseUrl: string;
  ownerUrl: string | undefined;
  /** Data folder of the embedded database. */
  dataDir?: string;
}

/** Returns the database's URLs: the configured ones, or those of the embedded server, which it starts. */
export async function prepareDatabase(
  settings: StartSettings,
  secrets: Secrets,
  supervisor: Pick<Supervisor, 'adopt'>,
): Promise<DatabaseUrls & { note?: string | undefined }> {
  if (settings.DATABASE_URL)
    return { databaseUrl: settings.DATABASE_URL, ownerUrl: settings.MIGRATION_DATABASE_URL };
  const dataDir = resolve(settings.DATA_DIR);
  const server = await startPostgres({
    dataDir,
    password: secrets.POSTGRES_PASSWORD,
    settings: { max_connections: String(maxConnections(settings)) },
  });
  supervisor.adopt(server);
  await ensureDatabase(server);
  return { ...embeddedUrls(server.port, secrets.POSTGRES_PASSWORD), dataDir, note: server.note };
}

const connectionsOfCommands = 20;

// PostgreSQL's default, or what an API, a worker, and commands beside them need with larger pools.
function maxConnections(settings: StartSettings): number {
  const { api, worker } = countConnections({ pools: toPools(settings), redisUrl: settings.REDIS_URL });
  return Math.max(100, api + worker + connectionsOfCommands);
}

async function ensureDatabase(server: RunningPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      EMBEDDED_DATABASE,
    ]);
    if (!rowCount) await client.query(`CREATE DATABASE ${EMBEDDED_DATABASE}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error;
    throw new Error(
      `The database in ${server.clusterDir} belongs to another secrets.json. Restore that file.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
