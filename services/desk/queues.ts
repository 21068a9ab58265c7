import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type * as contracts from '#contracts/desk/desk-queues.ts';
import type { Handler } from '#services/deps.ts';
import { conflict } from '#services/platform/errors.ts';
import { discardJobs as discard } from '#services/queues/discard-jobs.ts';
import { listJobs } from '#services/queues/list-jobs.ts';
import { readQueueFigures } from '#services/queues/read-figures.ts';
import { retryJobs as retry } from '#services/queues/retry-jobs.ts';

const shownFailures = 100;

/** Returns what waits, runs and failed in each queue by the outbox, and the newest failed jobs. */
export const listQueues: Handler<typeof contracts.listQueues> = async (_call, { db }) => {
  const queues = await readQueueFigures(db);
  const nowMs = Date.now();
  const failedJobs = await withClient(db, (client) =>
    listJobs(client, { states: ['failed'] }, shownFailures),
  );
  return {
    message: 'The queues.',
    data: {
      queues: queues.map(({ queue, waiting, delayed, queued, failed, oldestS }) => ({
        name: queue,
        waiting,
        delayed,
        queued,
        failed,
        oldestAt: waiting + queued > 0 ? new Date(nowMs - oldestS * 1_000).toISOString() : null,
      })),
      failed: failedJobs.map(({ id, name, queue, createdAt, endedAt, lastError }) => ({
        id,
        name,
        queue,
        createdAt: createdAt.toISOString(),
        failedAt: endedAt?.toISOString() ?? null,
        lastError,
      })),
    },
  };
};

/** Runs failed jobs once more. @throws HttpError 409 when none of them is failed any more. */
export const retryJobs: Handler<typeof contracts.retryJobs> = async ({ body, caller }, { db }) => {
  const { ids, reason } = body;
  const done = await withClient(db, (client) => retry(client, { ids }, reason, caller.id));
  return changed(done, 'will run again');
};

/** Closes failed jobs without running them. @throws HttpError 409 when none of them is failed any more. */
export const discardJobs: Handler<typeof contracts.discardJobs> = async ({ body, caller }, { db }) => {
  const { ids, reason } = body;
  const done = await withClient(db, (client) => discard(client, { ids }, reason, caller.id));
  return changed(done, 'closed');
};

function changed(ids: string[], what: string) {
  if (ids.length === 0) throw conflict('These jobs have changed: they are not failed any more.');
  return { message: `${ids.length === 1 ? 'One job' : `${ids.length} jobs`}: ${what}.`, data: { ids } };
}

// The functions about jobs also serve a command, which has no TypeORM.
async function withClient<T>(db: DataSource, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const runner = db.createQueryRunner();
  try {
    return await work(await runner.connect());
  } finally {
    await runner.release();
  }
}
