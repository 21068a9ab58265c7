import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { embeddedUrls } from '#sandbox/postgres/embedded-urls.ts';
import { locateCluster } from '#sandbox/postgres/locate-cluster.ts';
import type { RunningPostgres } from '#sandbox/postgres/start-postgres.ts';
import { loadSecrets, type Secrets } from '#sandbox/start/load-secrets.ts';
import { DataDirInUse, lockDataDir } from '#sandbox/start/lock-data-dir.ts';
import { type DatabaseUrls, prepareDatabase } from '#sandbox/start/prepare-database.ts';
import type { StartSettings } from '../services/platform/config.ts';

/**
 * Calls `work` with the database of `npm start`: DATABASE_URL, or else the embedded one of DATA_DIR. Starts the
 * embedded database for the duration of `work`, unless a running product has already started it.
 */
export async function withDatabase<T>(
  settings: StartSettings,
  work: (urls: DatabaseUrls, secrets: Secrets) => Promise<T>,
): Promise<T> {
  const dataDir = resolve(settings.DATA_DIR);
  let unlock: () => void;
  try {
    unlock = lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    const secrets = await loadSecrets(dataDir);
    return work(await urlsOfRunning(settings, dataDir, secrets), secrets);
  }
  const started: RunningPostgres[] = [];
  try {
    const secrets = await loadSecrets(dataDir);
    const adopt = (server: RunningPostgres) => void started.push(server);
    return await work(await prepareDatabase(settings, secrets, { adopt }), secrets);
  } finally {
    for (const server of started) await server.stop();
    unlock();
  }
}

async function urlsOfRunning(
  { DATABASE_URL, MIGRATION_DATABASE_URL }: StartSettings,
  dataDir: string,
  { POSTGRES_PASSWORD }: Secrets,
): Promise<DatabaseUrls> {
  if (DATABASE_URL) return { databaseUrl: DATABASE_URL, ownerUrl: MIGRATION_DATABASE_URL };
  const { clusterDir } = await locateCluster(dataDir);
  const port = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[3] ?? '';
  return embeddedUrls(port, POSTGRES_PASSWORD);
}
