import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { locateCluster } from '#sandbox/postgres/locate-cluster.ts';
import { loadSecrets } from '#sandbox/start/load-secrets.ts';
import { ConfigError } from '../services/platform/config.ts';

/** Returns the URL of the embedded database in a data directory. Throws `ConfigError` when it is not running. */
export async function embeddedDatabaseUrl(folder: string): Promise<string> {
  const dataDir = resolve(folder);
  const { clusterDir } = await locateCluster(dataDir);
  const note = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const port = note?.split('\n')[3];
  if (!port) throw new ConfigError('The product is not running. Start it (npm start), or set DATABASE_URL.');
  const { POSTGRES_PASSWORD } = await loadSecrets(dataDir);
  return `postgres://postgres:${POSTGRES_PASSWORD}@127.0.0.1:${port}/courselift`;
}
