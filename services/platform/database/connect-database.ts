import type { DataSource } from 'typeorm';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { waitUntilUp } from '../wait-until-up.ts';
import { checkDatabase } from './check-database.ts';
import { checkPooler } from './check-pooler.ts';
import { canChangeLedger } from './grant-access.ts';
import { assertMigrated } from './pending-migrations.ts';

/**
 * Connects a data source. Waits up to a minute for the server to respond and another for the database to be migrated,
 * and logs what it waits for.
 *
 * @throws {ConfigError} at once when version, encoding, settings or clock of the server do not fit; outside a sandbox it must not
 *   lose commits in a crash, and the sessions of a pooler must have timeouts.
 * @throws {ServerUnavailableError} after a minute.
 */
export async function connectDatabase(
  db: DataSource,
  { databaseUrl, poolerUrl, isSandbox }: Pick<Config, 'databaseUrl' | 'poolerUrl' | 'isSandbox'>,
  wait: { log: Logger; signal: AbortSignal; limitMs?: number },
): Promise<void> {
  const connect = async () => {
    await checkDatabase(databaseUrl, { mustBeDurable: !isSandbox });
    await db.initialize();
    if (poolerUrl) await checkPooler(db, poolerUrl);
  };
  await waitUntilUp('PostgreSQL', connect, wait);
  // Processes are often started together with the migration.
  await waitUntilUp('the migrations', () => assertMigrated(db), wait);
  if (await waitUntilUp('PostgreSQL', () => canChangeLedger(db), wait))
    wait.log.warn(
      'DATABASE_URL names the owner of the tables, so only triggers protect ledger and audit log. Set MIGRATION_DATABASE_URL and use another role in DATABASE_URL',
    );
}
