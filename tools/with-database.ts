import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { locateCluster } from '#sandbox/postgres/locate-cluster.ts';
import { embeddedUrls, type RunningPostgres } from '#sandbox/postgres/start-postgres.ts';
import { DataDirInUse, lockDataDir } from '#sandbox/start/data-dir.ts';
import { loadSecrets, type Secrets } from '#sandbox/start/load-secrets.ts';
import { type DatabaseUrls, prepareDatabase } from '#sandbox/start/prepare-database.ts';
import { productEnvironment } from '#sandbox/start/product-environment.ts';
import { type Config, ConfigError, readConfig, type StartSettings } from '../services/platform/config.ts';

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
    const { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: ownerUrl } = settings;
    const urls = databaseUrl ? { databaseUrl, ownerUrl } : await urlsOfRunning(dataDir);
    return work(urls, await loadSecrets(dataDir));
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

async function urlsOfRunning(dataDir: string) {
  const { clusterDir } = await locateCluster(dataDir);
  const note = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const port = note?.split('\n')[3];
  if (!port) throw new ConfigError('The product is not running. Start it (npm start), or set DATABASE_URL.');
  const { POSTGRES_PASSWORD } = await loadSecrets(dataDir);
  return { ...embeddedUrls(port, POSTGRES_PASSWORD), dataDir };
}

/**
 * Returns the URL of the embedded database in a data directory, for the role of the processes, which owns nothing.
 *
 * @throws {ConfigError} when it is not running.
 */
export async function embeddedDatabaseUrl(folder: string): Promise<string> {
  return (await urlsOfRunning(resolve(folder))).databaseUrl;
}

/** Returns the configuration with which `npm start` runs the product on a database. */
export function readEmbeddedConfig(settings: StartSettings, secrets: Secrets, databaseUrl: string): Config {
  return readConfig(productEnvironment(settings, secrets, databaseUrl).env);
}

/** Returns the configuration of the product that runs on the embedded database. @throws {ConfigError} when none does. */
export async function readRunningConfig(settings: StartSettings): Promise<Config> {
  const databaseUrl = await embeddedDatabaseUrl(settings.DATA_DIR);
  return readEmbeddedConfig(settings, await loadSecrets(settings.DATA_DIR), databaseUrl);
}
