import type { DataSource } from 'typeorm';
import type * as contracts from '#contracts/desk/desk-queues.ts';
import type { FailedJobView, QueueFiguresView } from '#contracts/desk/desk-queues.ts';
import type { QueueName } from '#contracts/queue-names.ts';
import type { Handler } from '#services/deps.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { conflict } from '#services/platform/errors.ts';
import { isoTimes } from '#services/platform/iso-times.ts';
import { discardJobs as discard, retryJobs as retry } from '#services/queues/dead-letters.ts';
import { readDone, readQueueFigures } from '#services/queues/figures.ts';
import { type JobSummary, listJobs } from '#services/queues/find-jobs.ts';
import { findJobSubjects } from './incidents/job-subjects.ts';

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
      failed: await presentJobs(db, failedJobs),
    },
  };
};

/** Runs failed jobs once more. @throws HttpError 409 when none of them is failed any more. */
export const retryJobs: Handler<typeof contracts.retryJobs> = async ({ body, caller }, { db }) => {
  const { ids, reason } = body;
  return changed(await retry(db, { ids }, reason, caller.id), 'will run again');
};

/** Closes failed jobs without running them. @throws HttpError 409 when none of them is failed any more. */
export const discardJobs: Handler<typeof contracts.discardJobs> = async ({ body, caller }, { db }) => {
  const { ids, reason } = body;
  return changed(await discard(db, { ids }, reason, caller.id), 'closed');
};

function changed(ids: string[], what: string) {
  if (ids.length === 0) throw conflict('These jobs have changed: they are not failed any more.');
  return { message: `${ids.length === 1 ? 'One job' : `${ids.length} jobs`}: ${what}.`, data: { ids } };
}

/** Points of each span and the distance of two. */
const spans = {
  hour: { points: 60, stepMinutes: 1 },
  day: { points: 96, stepMinutes: 15 },
} as const;

/** Returns the stored figures of a queue, or of all together, by time, and those of now. */
export const getQueueHistory: Handler<typeof contracts.getQueueHistory> = async ({ query }, { db }) => {
  const [points, now] = await Promise.all([readPoints(db, query), readNow(db, query.queue)]);
  return { message: 'The history of the queues.', data: { points, now } };
};

type Point = { at: Date } & { [Name in keyof QueueFiguresView]: number | null };

// The figures of one minute are added up first: the sum of the maxima of queues would be a number of jobs that never was.
async function readPoints(db: DataSource, query: { span: keyof typeof spans; queue?: string | undefined }) {
  const { points, stepMinutes } = spans[query.span];
  const history = await rows<Point>(
    db,
    `WITH grid AS (
       SELECT make_interval(mins => $1) AS step, date_bin(make_interval(mins => $1), now(), to_timestamp(0)) AS last),
     by_minute AS (
       SELECT s.at, sum(s.waiting)::int AS waiting, sum(s.queued)::int AS queued, sum(s.failed)::int AS failed,
         max(s.oldest_s) AS oldest, sum(s.done) AS done
       FROM queue_samples s
       WHERE s.at >= (SELECT last - ($2 - 1) * step FROM grid) AND ($3::text IS NULL OR s.queue = $3) GROUP BY 1),
     by_point AS (
       SELECT date_bin(grid.step, m.at, to_timestamp(0)) AS at, max(m.waiting) AS waiting, max(m.queued) AS queued,
         max(m.failed) AS failed, max(m.oldest) AS "oldestS", round(avg(m.done), 1)::float8 AS done
       FROM by_minute m, grid GROUP BY 1)
     SELECT point.at, p.waiting, p.queued, p.failed, p."oldestS", p.done
     FROM grid, generate_series(grid.last - ($2 - 1) * grid.step, grid.last, grid.step) AS point (at)
       LEFT JOIN by_point p ON p.at = point.at
     ORDER BY 1`,
    [stepMinutes, points, query.queue ?? null],
  );
  return history.map(({ at, waiting, queued, failed, oldestS, done }) => ({
    at: at.toISOString(),
    figures:
      waiting === null || queued === null || failed === null || oldestS === null || done === null
        ? null
        : { waiting, queued, failed, oldestS, done },
  }));
}

async function readNow(db: DataSource, queue: QueueName | undefined) {
  const at = new Date();
  const [all, done] = await Promise.all([readQueueFigures(db), readDone(db, at)]);
  const own = all.filter(({ queue: name }) => !queue || name === queue);
  const sum = (name: 'waiting' | 'queued' | 'failed') =>
    own.reduce((total, figures) => total + figures[name], 0);
  const figures = {
    waiting: sum('waiting'),
    queued: sum('queued'),
    failed: sum('failed'),
    oldestS: Math.round(Math.max(...own.map(({ oldestS }) => oldestS))),
    done: own.reduce((total, { queue: name }) => total + (done.get(name) ?? 0), 0),
  };
  return { at: at.toISOString(), figures };
}

/** Maps failed jobs to their entries on the pages of queues and cases, with what each is about. */
export async function presentJobs(client: SqlClient, jobs: readonly JobSummary[]): Promise<FailedJobView[]> {
  const subjects = await findJobSubjects(
    client,
    jobs.map(({ id }) => id),
  );
  return jobs.map(({ id, name, queue, createdAt, endedAt, lastError }) => ({
    ...isoTimes({ id, name, queue, createdAt, failedAt: endedAt, lastError }),
    about: subjects.get(id) ?? null,
  }));
}
