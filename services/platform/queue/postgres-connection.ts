import { createPostgresBackend, type PgPool, runMigrations, withBackend } from 'bullmq';
import pg from 'pg';
import { postgresClientOptions } from '../database/data-source.ts';
import { enforceQueryTimeout } from '../database/enforce-query-timeout.ts';
import type { Logger } from '../log.ts';
import { createOutageLog } from '../outage-log.ts';
import { waitUntilUp } from '../wait-until-up.ts';
import { pauseOnLostConnection } from './pause-on-lost-connection.ts';
import type { QueueConnection } from './queue-connection.ts';

/** The schema of BullMQ's own tables; nothing of the product's is in it. */
const QUEUE_SCHEMA = 'bullmq';

// Every worker keeps one connection for LISTEN; the rest is for queries.
const POOL_SIZE = 14;

/** The queues in PostgreSQL, on one pool for the whole process; see `connectQueue`. */
export async function connectPostgresQueue(
  url: string,
  log: Logger,
  signal?: AbortSignal,
): Promise<QueueConnection> {
  const outage = createOutageLog(log, "The queue's PostgreSQL");
  const pool = new pg.Pool({
    ...postgresClientOptions,
    connectionString: url,
    application_name: 'courselift-queue',
    max: POOL_SIZE,
    options: `-c search_path=${QUEUE_SCHEMA}`,
    onConnect: enforceQueryTimeout,
  });
  pool.setMaxListeners(0);
  pool.on('error', outage.failed);
  pool.on('connect', outage.worked);
  pauseOnLostConnection(pool);
  // A queue that fails to connect at first stays broken for ever, so it is created after this.
  await waitUntilUp('PostgreSQL', () => pool.query('SELECT 1'), { log, signal }).catch(async (error) => {
    await pool.end();
    throw error;
  });
  const { Queue, Worker } = withBackend(createPostgresBackend);
  // BullMQ describes the pool with types of its own, which pg's overloads do not fit.
  const connection = pool as unknown as PgPool;
  return {
    createQueue: (name, options) => new Queue(name, { ...options, connection }),
    createWorker: (name, run, options) => new Worker(name, run, { ...options, connection }),
    isReachable: () => true,
    close: () => pool.end(),
  };
}

/** Creates or updates BullMQ's tables; safe to run from several processes at once, under its own lock. */
export async function migratePostgresQueue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'courselift-migrate' });
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    await client.end();
  }
}
