import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { countConnections } from '../pool-sizes.ts';
import { OUTBOX_CHANNEL } from '../queue/outbox.ts';
import { listenerName } from './listen.ts';
import { row } from './sql.ts';

/** Processes that start together have connected by then. */
const WAIT_MS = 10_000;

/** Connections that PostgreSQL allows the product, and its running processes. */
interface Connections {
  allowed: number;
  apis: number;
  workers: number;
}

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
  const found = await row<Connections>(
    db,
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              - current_setting('reserved_connections')::int AS allowed,
            count(*) FILTER (WHERE application_name <> $1)::int AS apis,
            count(*) FILTER (WHERE application_name = $1)::int AS workers
     FROM pg_stat_activity WHERE datname = current_database() AND starts_with(application_name, $2)`,
    [listenerName(OUTBOX_CHANNEL), listenerName('')],
  );
  return found ?? { allowed: 0, apis: 0, workers: 0 };
}
