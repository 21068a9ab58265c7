import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresBackend, type PgPool, runMigrations, withBackend } from 'bullmq';
import pg from 'pg';
import type { Config } from '../config.ts';
import { postgresClientOptions, prepareConnection, withClient } from '../database/data-source.ts';
import { hasLostConnection } from '../database/pg-client.ts';
import { migratingApplication } from '../database/retry-while-locked.ts';
import { execute } from '../database/sql.ts';
import { createOutageLog, type Logger } from '../log.ts';
import { waitUntilUp } from '../server-unavailable.ts';
import { createReady, type QueueConnection } from './queue-connection.ts';

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
  const options = {
    connectionString: databaseUrl,
    application_name: migratingApplication,
    lock_timeout: postgresClientOptions.lock_timeout,
  };
  await withClient(options, (client) => runMigrations(client, QUEUE_SCHEMA));
}

const PAUSE_MS = 250;

// Errors of the queue's SQL functions and conflicts: the server is available.
const isServerResponse = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(BM|23|40)/.test(error.code ?? '');

// A pool hands over a client whose connection was lost while `onConnect` ran. BullMQ would store such a client for
// LISTEN, get no event of its loss any more, and never take a job of that queue again.
const rejectLostClient = (result: unknown) => {
  if (!(result instanceof pg.Client) || !hasLostConnection(result)) return result;
  (result as unknown as pg.PoolClient).release(true);
  throw new Error('Connection terminated before its first use');
};

/**
 * Delays the rejection of a pool's `query` and `connect` when the server is unavailable: BullMQ's workers retry a
 * failed call immediately, which would busy-loop for as long as an outage lasts. `connect` also rejects for a watched
 * client whose connection is lost already.
 * @internal For its test.
 */
export function pauseOnLostConnection(pool: pg.Pool): void {
  for (const name of ['query', 'connect'] as const) {
    const call = pool[name].bind(pool) as (...args: unknown[]) => unknown;
    const delayed = async (...args: unknown[]) => {
      try {
        return rejectLostClient(await call(...args));
      } catch (error) {
        if (!isServerResponse(error)) await sleep(PAUSE_MS);
        throw error;
      }
    };
    pool[name] = delayed as never;
  }
}
