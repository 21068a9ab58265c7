import pg from 'pg';
import type { Secrets } from '#sandbox/start/load-secrets.ts';
import type { DatabaseUrls } from '#sandbox/start/prepare-database.ts';
import { ConfigError, readStartSettings } from '../services/platform/config.ts';

/**
 * Calls `work` with DATABASE_URL, or else with the embedded database of DATA_DIR and the secrets that were generated for it.
 *
 * @param needsSecrets whether `work` requires them beside DATABASE_URL as well.
 * @throws Error in one line when the database cannot be used.
 */
export async function withProductDatabase<T>(
  work: (urls: DatabaseUrls, secrets: Partial<Secrets>) => Promise<T>,
  needsSecrets = false,
): Promise<T> {
  const settings = readStartSettings();
  const { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: ownerUrl } = settings;
  if (databaseUrl && !needsSecrets) return work({ databaseUrl, ownerUrl }, {});
  const { withDatabase } = await loadEmbedded(databaseUrl ? 'CREDENTIAL_KEYS' : 'DATABASE_URL');
  return withDatabase(settings, work);
}

/**
 * Loads what uses the embedded database; the production image does not contain it.
 *
 * @param setting the setting that is required without it.
 * @throws {ConfigError} when it is not there.
 */
export async function loadEmbedded(setting = 'DATABASE_URL') {
  try {
    return await import('./with-database.ts');
  } catch {
    throw new ConfigError(`Configuration: ${setting} is not set.`);
  }
}

/** Connects to the catalogue's database like {@link connectToDatabase}, with more memory for building indexes. */
export function connectToCatalogue(url?: string): Promise<pg.Client> {
  return connectToDatabase('courselift-catalogue', url, '-c maintenance_work_mem=256MB -c jit=off');
}

/**
 * Connects to `url`, DATABASE_URL or the embedded database of a running product, in this order.
 *
 * @param options command-line options of the server process (libpq `options`).
 * @throws Error with one line that says where the address comes from.
 */
export async function connectToDatabase(
  applicationName: string,
  url?: string,
  options?: string,
): Promise<pg.Client> {
  const { DATABASE_URL, DATA_DIR } = readStartSettings();
  const client = new pg.Client({
    connectionString: url ?? DATABASE_URL ?? (await (await loadEmbedded()).embeddedDatabaseUrl(DATA_DIR)),
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    ...(options && { options }),
  });
  try {
    await client.connect();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const source = url ? '--database' : DATABASE_URL ? 'DATABASE_URL' : 'the embedded database';
    throw new Error(`Cannot connect to PostgreSQL (${source}): ${message || code}`);
  }
  return client;
}
