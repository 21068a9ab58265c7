import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { type Config, ConfigError } from '../config.ts';
import type { Logger } from '../log.ts';
import { countConnections } from '../pool-sizes.ts';
import { OUTBOX_CHANNEL } from '../queue/outbox.ts';
import { waitUntilUp } from '../server-unavailable.ts';
import { checkDatabase } from './check-database.ts';
import { postgresClientOptions } from './data-source.ts';
import { canChangeLedger } from './grant-access.ts';
import { listenerName } from './listen.ts';
import { assertMigrated } from './pending-migrations.ts';
import { row } from './sql.ts';

const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

/**
 * Checks that the sessions behind a pooler have the timeouts that other connections set when they connect.
 *
 * @throws {ConfigError} with the statements to add to the pooler's configuration.
 * @internal For its test.
 */
export async function checkPooler(db: DataSource, poolerUrl: string): Promise<void> {
  const unset = await row<{ names: string[] }>(
    db,
    `SELECT ARRAY(SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = '0' ORDER BY name) AS names`,
    [timeouts],
  );
  if (!unset?.names.length) return;
  const settings = timeouts.map((name) => `SET ${name} = ${postgresClientOptions[name]}`).join('; ');
  throw new ConfigError(
    `Configuration: DATABASE_POOLER_URL: sessions of the pooler at ${new URL(poolerUrl).host} have no ${unset.names.join(', ')}. Add to its database (PgBouncer): connect_query='${settings}'`,
  );
}

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

/** Processes that start together have connected by then. */
const WAIT_MS = 10_000;

/** Connections that PostgreSQL allows the product, and its running processes. */
type Connections = Record<'allowed' | 'apis' | 'workers', number>;
type PoolSettings = Pick<Config, 'pools' | 'redisUrl'>;

/**
 * Logs a warning when the pools of all running processes, with the sizes of this one, exceed what PostgreSQL allows:
 * under load some calls and jobs would then fail with "too many clients". Waits for other processes that are starting.
 */
export async function warnOfConnections(
  db: DataSource,
  settings: PoolSettings,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<void> {
  try {
    await sleep(WAIT_MS, undefined, { signal, ref: false });
    const problem = describeShortage(await readConnections(db), settings);
    if (problem) log.warn(problem);
  } catch (error) {
    if (!signal.aborted) log.debug({ error }, 'The connections to PostgreSQL were not counted');
  }
}

/** Returns the warning; undefined when there are enough connections. */
export function describeShortage(
  { allowed, apis, workers }: Connections,
  settings: PoolSettings,
): string | undefined {
  const { api, worker } = countConnections(settings);
  const needed = apis * api + workers * worker;
  if (needed <= allowed) return undefined;
  return (
    `PostgreSQL allows ${allowed} connections, and ${apis} API and ${workers} worker processes open up to ${needed}. ` +
    'Raise max_connections, or lower API_POOL_SIZE, SEARCH_POOL_SIZE, WORKER_POOL_SIZE and QUEUE_POOL_SIZE'
  );
}

/** Counts the processes by their connections for LISTEN, of which each has one, and reads the limit of the server. */
export async function readConnections(db: DataSource): Promise<Connections> {
  const connections = await row<Connections>(
    db,
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              - current_setting('reserved_connections')::int AS allowed,
            count(*) FILTER (WHERE application_name <> $1)::int AS apis,
            count(*) FILTER (WHERE application_name = $1)::int AS workers
     FROM pg_stat_activity WHERE datname = current_database() AND starts_with(application_name, $2)`,
    [listenerName(OUTBOX_CHANNEL), listenerName('')],
  );
  return connections ?? { allowed: 0, apis: 0, workers: 0 };
}
