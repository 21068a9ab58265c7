import pg from 'pg';
import { readStartSettings } from '../services/platform/config.ts';

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
    connectionString: url ?? DATABASE_URL ?? (await embeddedUrl(DATA_DIR)),
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

// Imported on demand: the production image does not contain the embedded database.
async function embeddedUrl(dataDir: string): Promise<string> {
  const { embeddedDatabaseUrl } = await import('./embedded-database.ts');
  return embeddedDatabaseUrl(dataDir);
}
