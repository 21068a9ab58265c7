import pg from 'pg';
import type { DataSource } from 'typeorm';
import { expect, inject } from 'vitest';
import type { z } from 'zod';
import { entities } from '#services/entities.ts';
import { type Config, readStartSettings } from '#services/platform/config.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { createLogger } from '#services/platform/log.ts';
import { toPools } from '#services/platform/pool-sizes.ts';
import { migrateQueueSchema } from '#services/platform/queue/connection.ts';
import type { JobDefinition } from '#services/platform/queue/define-job.ts';
import type { OutboxRow } from '#services/platform/queue/outbox.entity.ts';
import { type EnqueueOptions, enqueue } from '#services/platform/queue/outbox.ts';
import { ENQUEUED_AGAIN } from '#services/platform/queue/relay.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { emptyQueue } from '#tests/support/servers/empty-queue.ts';
import { startRedis, type TestRedis } from '#tests/support/servers/start-redis.ts';
import { patienceMs } from '#tests/support/soon.ts';
import { isFull } from '#tests/support/vitest/extent.ts';
import { type Requirement, requireRedis } from '#tests/support/vitest/requirements.ts';
import type { WorkerDeps } from '#workers/runtime/handler.ts';
import type { Schedule } from '#workers/runtime/schedules.ts';
import { startWorkers } from '#workers/runtime/start-workers.ts';
import { testHandlers, testJobs, testTables } from './test-jobs.ts';

const redisProgram: Requirement = isFull ? requireRedis() : { missing: 'Redis is for full runs (FULL=1).' };

/** A queue backend, with the reason why it cannot be tested on this machine. */
export interface TestBackend {
  backend: 'postgres' | 'redis';
  missing: string | undefined;
}

/** The backend of the embedded default. */
export const onPostgres: TestBackend = { backend: 'postgres', missing: undefined };
/** The backend with REDIS_URL. */
export const onRedis: TestBackend = { backend: 'redis', missing: redisProgram.missing };
/** The queue backends of this run: both in a full one. */
export const backends: readonly TestBackend[] = isFull ? [onPostgres, onRedis] : [onPostgres];

/** Test fixture: a database and a queue of its own, and workers on demand. */
export interface QueueFixture {
  readonly db: DataSource;
  readonly settings: Pick<Config, 'databaseUrl' | 'redisUrl' | 'logLevel' | 'pools'>;
  readonly redis: TestRedis | undefined;
  startWorkers(schedules?: readonly Schedule[]): Promise<{ stop(): Promise<void> }>;
  /** Enqueues in a transaction of its own. Returns the outbox id. */
  enqueue<P extends z.ZodType>(
    job: JobDefinition<string, P>,
    payload: z.input<P>,
    options?: EnqueueOptions,
  ): Promise<string | undefined>;
  row(id: string | undefined): Promise<OutboxRow>;
  count(table: 'effects' | 'attempts', id?: string): Promise<number>;
  /** How often jobs were enqueued again because the queue had lost them. */
  recoveries(): number;
  /** Waits until the row is closed. Returns the duration in milliseconds. */
  untilClosed(id: string | undefined, limitMs?: number): Promise<number>;
  /** Runs `work` with an administrator's connection to another database of the same server. */
  withAdmin(work: (query: (sql: string) => Promise<unknown>) => Promise<void>): Promise<void>;
  /** Deletes everything in the queue. */
  emptyQueue(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the fixture; call `close()` after the test. `redisAddress` names a Redis that the test has started. */
export async function createQueueFixture(
  backend: 'postgres' | 'redis',
  redisAddress?: string,
): Promise<QueueFixture> {
  const database = await createTestDatabase();
  const ownRedis = backend === 'redis' && redisAddress === undefined ? redisProgram.path : undefined;
  const redis = ownRedis ? await startRedis(ownRedis) : undefined;
  const settings = {
    databaseUrl: database.url,
    redisUrl: redisAddress ?? redis?.url,
    logLevel: 'silent' as const,
    pools: toPools(readStartSettings({})),
  };
  await migrateQueueSchema(settings);
  const db = createDataSource({
    entities,
    databaseUrl: database.url,
    poolerUrl: database.pooled(database.url),
    applicationName: 'queue-fixture',
  });
  await db.initialize();
  await db.query(testTables);
  const warnings: string[] = [];
  const destination = { write: (line: string) => warnings.push(line) };
  const log = createLogger({ logLevel: 'warn' }, 'test', destination);
  // The test jobs use neither the provider nor the mailer.
  const deps = { config: settings, db, log } as unknown as WorkerDeps;

  const fixture: QueueFixture = {
    db,
    settings,
    redis,
    startWorkers: (schedules = []) =>
      startWorkers({ deps, jobs: testJobs, handlers: testHandlers, schedules }),
    enqueue: (job, payload, options) =>
      inTransaction(db, (manager) => enqueue(manager, job, payload, options)),
    async row(id) {
      const rows: OutboxRow[] = await db.query(
        `SELECT *, enqueued_at "enqueuedAt", closed_at "closedAt", failed_at "failedAt", last_error "lastError"
         FROM outbox WHERE id = $1`,
        [id],
      );
      if (!rows[0]) throw new Error(`There is no outbox row ${id}`);
      return rows[0];
    },
    async count(table, id) {
      const [{ count }] = await db.query(
        `SELECT count(*)::int AS count FROM ${table} WHERE job_id = coalesce($1, job_id)`,
        [id ?? null],
      );
      return count;
    },
    recoveries: () => warnings.filter((line) => line.includes(ENQUEUED_AGAIN)).length,
    async untilClosed(id, limitMs = patienceMs) {
      const startMs = Date.now();
      await expect
        .poll(async () => (await fixture.row(id)).closedAt, { timeout: limitMs, interval: 20 })
        .not.toBeNull();
      return Date.now() - startMs;
    },
    async withAdmin(work) {
      const client = new pg.Client({ connectionString: inject('postgres').adminUrl });
      await client.connect();
      try {
        await work((sql) => client.query(sql));
      } finally {
        await client.end();
      }
    },
    emptyQueue: () => emptyQueue(db, redis?.url),
    async close() {
      await db.destroy();
      await redis?.stop();
      await database.drop();
    },
  };
  return fixture;
}
