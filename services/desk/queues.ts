import type * as contracts from '#contracts/desk/desk-queues.ts';
import type { Handler } from '#services/deps.ts';
import { conflict } from '#services/platform/errors.ts';
import { discardJobs as discard } from '#services/queues/discard-jobs.ts';
import { listJobs } from '#services/queues/list-jobs.ts';
import { readQueueFigures } from '#services/queues/read-figures.ts';
import { retryJobs as retry } from '#services/queues/retry-jobs.ts';
import { presentJob } from './present-job.ts';

const shownFailures = 100;

/** Returns what waits, runs and failed in each queue by the outbox, and the newest failed jobs. */
export const listQueues: Handler<typeof contracts.listQueues> = async (_call, { db }) => {
  const queues = await readQueueFigures(db);
  const nowMs = Date.now();
  const failedJobs = await listJobs(db, { states: ['failed'] }, shownFailures);
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
      failed: failedJobs.map(presentJob),
    },
  };
};

/** Runs failed jobs once more. @throws HttpError 409 when none of them is failed any more. */
export const retryJobs: Handler<typeof contracts.retryJobs> = async ({ body, caller }, { db }) => {
  const { ids, reason } = body;
  const done = await retry(db, { ids }, reason, caller.id);
  return changed(done, 'will run again');
};

/** Closes failed jobs without running them. @throws HttpError 409 when none of them is failed any more. */
export const discardJobs: Handler<typeof contracts.discardJobs> = async ({ body, caller }, { db }) => {
  const { ids, reason } = body;
  const done = await discard(db, { ids }, reason, caller.id);
  return changed(done, 'closed');
};

function changed(ids: string[], what: string) {
  if (ids.length === 0) throw conflict('These jobs have changed: they are not failed any more.');
  return { message: `${ids.length === 1 ? 'One job' : `${ids.length} jobs`}: ${what}.`, data: { ids } };
}
