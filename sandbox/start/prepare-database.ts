import { resolve } from 'node:path';
import pg from 'pg';
import { type RunningPostgres, startPostgres } from '#sandbox/postgres/start-postgres.ts';
import type { StartSettings } from '#services/platform/config.ts';
import type { Secrets } from './load-secrets.ts';
import type { Supervisor } from './supervise.ts';

const DATABASE = 'courselift';

/** Returns the database URL: the configured one, or that of the embedded server, which it starts. */
export async function prepareDatabase(
  settings: StartSettings,
  secrets: Secrets,
  supervisor: Pick<Supervisor, 'adopt'>,
): Promise<{ url: string; note?: string | undefined }> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL };
  const server = await startPostgres({
    dataDir: resolve(settings.DATA_DIR),
    password: secrets.POSTGRES_PASSWORD,
  });
  supervisor.adopt(server);
  await ensureDatabase(server);
  return { url: server.urlOf(DATABASE), note: server.note };
}

async function ensureDatabase(server: RunningPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error;
    throw new Error(
      `The database in ${server.clusterDir} belongs to another secrets.json. Restore that file.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
