import type { DataSource } from 'typeorm';
import { entities } from '../../services/entities.ts';
import { readStartSettings, toCredentialKeys } from '../../services/platform/config.ts';
import { createDataSource } from '../../services/platform/database/data-source.ts';

/** The keys of stored credentials, and the number of the one that encrypts. */
export type CredentialKeys = ReturnType<typeof toCredentialKeys>;

/** Calls `work` with DATABASE_URL and CREDENTIAL_KEYS, or else with those of `npm start`. */
export async function withCredentials<T>(
  applicationName: string,
  work: (db: DataSource, keys: CredentialKeys) => Promise<T>,
): Promise<T> {
  const settings = readStartSettings();
  const connect = async (databaseUrl: string, keys: CredentialKeys) => {
    const db = createDataSource({ entities, databaseUrl, applicationName, poolSize: 1 });
    await db.initialize();
    try {
      return await work(db, keys);
    } finally {
      await db.destroy();
    }
  };
  if (settings.DATABASE_URL && settings.CREDENTIAL_KEYS)
    return connect(settings.DATABASE_URL, toCredentialKeys(settings));
  // Imported on demand: the production image does not contain the embedded database.
  const { withDatabase } = await import('../with-database.ts');
  return withDatabase(settings, ({ databaseUrl }, secrets) => {
    const CREDENTIAL_KEYS = settings.CREDENTIAL_KEYS ?? readStartSettings(secrets).CREDENTIAL_KEYS;
    return connect(databaseUrl, toCredentialKeys({ ...settings, CREDENTIAL_KEYS }));
  });
}
