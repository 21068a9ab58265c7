import { readStartSettings } from '../../services/platform/config.ts';

/** Connection URLs for a command that needs the owner of the tables. */
export interface OwnerDatabase {
  databaseUrl: string;
  ownerUrl: string;
}

/**
 * Calls `work` with MIGRATION_DATABASE_URL, DATABASE_URL, or else the embedded database of DATA_DIR.
 *
 * @throws Error in one line when the database cannot be used.
 */
export async function withOwner<T>(work: (urls: OwnerDatabase) => Promise<T>): Promise<T> {
  const settings = readStartSettings();
  const { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL } = settings;
  if (databaseUrl) return work({ databaseUrl, ownerUrl: MIGRATION_DATABASE_URL ?? databaseUrl });
  // Imported on demand: the production image does not contain the embedded database.
  const { withDatabase } = await import('../with-database.ts');
  return withDatabase(settings, ({ databaseUrl: embedded, ownerUrl }) =>
    work({ databaseUrl: embedded, ownerUrl: ownerUrl ?? embedded }),
  );
}
