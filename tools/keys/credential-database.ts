import type { DataSource } from 'typeorm';
import { entities } from '../../services/entities.ts';
import { readStartSettings, toCredentialKeys } from '../../services/platform/config.ts';
import { withDataSource } from '../../services/platform/database/data-source.ts';
import { withProductDatabase } from '../product-database.ts';

/** The keys of stored credentials, and the number of the one that encrypts. */
export type CredentialKeys = ReturnType<typeof toCredentialKeys>;

/** Calls `work` with DATABASE_URL and CREDENTIAL_KEYS, or else with those of `npm start`. */
export async function withCredentials<T>(
  applicationName: string,
  work: (db: DataSource, keys: CredentialKeys) => Promise<T>,
): Promise<T> {
  const settings = readStartSettings();
  return withProductDatabase(({ databaseUrl }, secrets) => {
    const CREDENTIAL_KEYS = settings.CREDENTIAL_KEYS ?? readStartSettings(secrets).CREDENTIAL_KEYS;
    const keys = toCredentialKeys({ ...settings, CREDENTIAL_KEYS });
    return withDataSource({ entities, databaseUrl, applicationName, poolSize: 1 }, (db) => work(db, keys));
  }, settings.CREDENTIAL_KEYS === undefined);
}
