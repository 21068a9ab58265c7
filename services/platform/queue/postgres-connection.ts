import { createPostgresBackend, type PgPool, runMigrations, withBackend } from 'bullmq';
import pg from 'pg';
import { execute } from '#services/platform/database/sql.ts';
import type { Config } from '../config.ts';
import { postgresClientOptions, prepareConnection } from '../database/data-source.ts';
import { migratingApplication } from '../database/retry-while-locked.ts';
import type { Logger } from '../log.ts';
import { createOutageLog } from '../outage-log.ts';
import { waitUntilUp } from '../wait-until-up.ts';
import { createReady } from './create-ready.ts';
import { pauseOnLostConnection } from './lost-connection/pause-on-lost-connection.ts';
import type { QueueConnection } from './queue-connection.ts';

/** Schema of BullMQ's tables. */
const QUEUE_SCHEMA = 'bullmq';

/** Connects to the queues in PostgreSQL, with one pool for the process; see `connectQueue`. */
export async function connectPostgresQueue(
  { databaseUrl, pools }: Pick<Config, 'databaseUrl' | 'pools'>,
  log: Logger,
  signal?: AbortSignal,
): Promise<QueueConnection> {
  const outage = createOutageLog(log, "The queue's PostgreSQL");
  const pool = new pg.Pool({
    ...postgresClientOptions,
    connectionString: databaseUrl,
    application_name: 'courselift-queue',
    max: pools.queue,
    options: `-c search_path=${QUEUE_SCHEMA}`,
    onConnect: prepareConnection,
  });
  pool.setMaxListeners(0);
  pool.on('error', outage.failed);
  pool.on('connect', outage.worked);
  pauseOnLostConnection(pool);
  await waitUntilUp('PostgreSQL', () => execute(pool, 'SELECT 1'), { log, signal }).catch(async (error) => {
    await pool.end();
    throw error;
  });
  const { Queue, Worker } = withBackend(createPostgresBackend);
  // pg's overloads do not match BullMQ's type of the pool.
  const connection = pool as unknown as PgPool;
  return {
    createQueue: (name, onError) =>
      createReady(`the queue ${name}`, () => new Queue(name, { connection }), { onError, log, signal }),
    createWorker: (name, processJob, { onError, ...options }) =>
      createReady(
        `the worker of ${name}`,
        () => new Worker(name, processJob, { ...options, connection, autorun: false }),
        { onError, log, signal },
      ),
    // A restart of PostgreSQL counts like the death of every worker.
    maxStalledCount: 100,
    isReachable: () => true,
    hasRoom: async () => true,
    close: () => pool.end(),
  };
}

/** Creates or updates BullMQ's tables, under BullMQ's own lock, so that several processes may run it at once. Waits 2 s for a lock. */
export async function migratePostgresQueue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: migratingApplication,
    lock_timeout: postgresClientOptions.lock_timeout,
  });
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    await client.end();
  }
}
