import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { embeddedUrls } from '#sandbox/postgres/embedded-urls.ts';
import { locateCluster } from '#sandbox/postgres/locate-cluster.ts';
import { loadSecrets } from '#sandbox/start/load-secrets.ts';
import { ConfigError } from '../services/platform/config.ts';

/**
 * Returns the URL of the embedded database in a data directory, for the role of the processes, which owns nothing. Throws
 * `ConfigError` when it is not running.
 */
export async function embeddedDatabaseUrl(folder: string): Promise<string> {
  const dataDir = resolve(folder);
  const { clusterDir } = await locateCluster(dataDir);
  const note = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const port = note?.split('\n')[3];
  if (!port) throw new ConfigError('The product is not running. Start it (npm start), or set DATABASE_URL.');
  const { POSTGRES_PASSWORD } = await loadSecrets(dataDir);
  return embeddedUrls(port, POSTGRES_PASSWORD).databaseUrl;
}
