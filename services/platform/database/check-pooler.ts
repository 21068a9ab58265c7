import type { DataSource } from 'typeorm';
import { ConfigError } from '../config.ts';
import { postgresClientOptions } from './data-source.ts';
import { row } from './sql.ts';

const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

/**
 * Checks that the sessions behind a pooler have the timeouts that other connections set when they connect.
 *
 * @throws {ConfigError} with the statements to add to the pooler's configuration.
 */
export async function checkPooler(db: DataSource, poolerUrl: string): Promise<void> {
  const found = await row<{ missing: string[] }>(
    db,
    `SELECT ARRAY(SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = '0' ORDER BY name) AS missing`,
    [timeouts],
  );
  if (!found?.missing.length) return;
  const settings = timeouts.map((name) => `SET ${name} = ${postgresClientOptions[name]}`).join('; ');
  throw new ConfigError(
    `Configuration: DATABASE_POOLER_URL: sessions of the pooler at ${new URL(poolerUrl).host} have no ${found.missing.join(', ')}. Add to its database (PgBouncer): connect_query='${settings}'`,
  );
}
