import type { DataSource } from 'typeorm';
import { type QueueName, queueNames } from '#contracts/queue-names.ts';
import { jobs } from '#services/jobs.ts';
import { execute, row, rows } from '#services/platform/database/sql.ts';
import { failedCondition, stateSql } from './find-jobs.ts';

/** Open jobs of one queue by state of their outbox rows; ages in seconds, 0 without such a job. */
export interface QueueFigures {
  queue: QueueName;
  /** Of the two below, the higher one. */
  oldestS: number;
  waiting: number;
  delayed: number;
  queued: number;
  failed: number;
  oldestWaitingS: number;
  oldestQueuedS: number;
}

/** Figures of the whole installation, read from the database. */
export interface Figures {
  queues: QueueFigures[];
  /** Open cases of the desk by kind. */
  cases: { kind: string; n: number; overdue: number }[];
}

interface JobCount {
  job: string;
  state: 'waiting' | 'delayed' | 'queued' | 'failed';
  n: number;
  oldestS: number;
}

const queueOf = new Map<string, QueueName>(jobs.map(({ name, queue }) => [name, queue]));

// Two parts, because each has a partial index: ix_outbox_enqueued has the open rows, ix_outbox_failed the failed ones. One
// condition for both would read every closed row as well.
const openJobs = `
  SELECT o.job, ${stateSql} AS state, count(*)::int AS n,
    greatest(0, extract(epoch FROM now() - min(o.available_at)))::float8 AS "oldestS"
  FROM outbox o WHERE o.closed_at IS NULL AND o.failed_at IS NULL GROUP BY 1, 2
  UNION ALL
  SELECT o.job, 'failed', count(*)::int, 0 FROM outbox o WHERE ${failedCondition} GROUP BY 1`;

const statement = `SELECT
  (SELECT coalesce(json_agg(open), '[]') FROM (${openJobs}) AS open) AS jobs,
  (SELECT coalesce(json_agg(open), '[]') FROM (
     SELECT kind, count(*)::int AS n, count(*) FILTER (WHERE due_at < now())::int AS overdue
     FROM cases WHERE status <> 'closed' GROUP BY 1) AS open) AS cases`;

/** Reads the figures with one statement. */
export async function readFigures(db: DataSource): Promise<Figures> {
  const figures = await row<{ jobs: JobCount[]; cases: Figures['cases'] }>(db, statement);
  const { jobs: counts, cases } = figures ?? { jobs: [], cases: [] };
  return { queues: queueNames.map((queue) => figuresOf(queue, counts)), cases };
}

/** Reads the figures of the queues alone, with one statement. */
export async function readQueueFigures(db: DataSource): Promise<QueueFigures[]> {
  const counts = await rows<JobCount>(db, openJobs);
  return queueNames.map((queue) => figuresOf(queue, counts));
}

// A transaction that ends a job is visible after its time; one that takes longer than this is not counted.
const settleS = 5;

/** Reads how many jobs of each queue were done in the minute until shortly before this full minute. Failed ones are not. */
export async function readDone(db: DataSource, minute: Date): Promise<Map<QueueName, number>> {
  const counts = await rows<{ job: string; n: number }>(
    db,
    `SELECT job, count(*)::int AS n FROM outbox
     WHERE closed_at >= $1::timestamptz - interval '${60 + settleS} s'
       AND closed_at < $1::timestamptz - interval '${settleS} s' AND failed_at IS NULL GROUP BY 1`,
    [minute],
  );
  const done = new Map<QueueName, number>();
  for (const { job, n } of counts) {
    const queue = queueOf.get(job);
    if (queue) done.set(queue, (done.get(queue) ?? 0) + n);
  }
  return done;
}

function figuresOf(queue: QueueName, counts: readonly JobCount[]): QueueFigures {
  const own = counts.filter(({ job }) => queueOf.get(job) === queue);
  const total = (state: JobCount['state']) =>
    own.reduce((sum, count) => sum + (count.state === state ? count.n : 0), 0);
  const oldest = (state: JobCount['state']) =>
    Math.max(0, ...own.filter((count) => count.state === state).map(({ oldestS }) => oldestS));
  const [oldestWaitingS, oldestQueuedS] = [oldest('waiting'), oldest('queued')];
  return {
    queue,
    oldestS: Math.max(oldestWaitingS, oldestQueuedS),
    waiting: total('waiting'),
    delayed: total('delayed'),
    queued: total('queued'),
    failed: total('failed'),
    oldestWaitingS,
    oldestQueuedS,
  };
}

/**
 * Stores the figures of every queue. A second run for the same minute changes nothing.
 *
 * @param minute the present minute of the database's clock, without seconds
 */
export async function storeQueueSamples(db: DataSource, minute: Date): Promise<void> {
  const [figures, done] = await Promise.all([readQueueFigures(db), readDone(db, minute)]);
  await execute(
    db,
    `INSERT INTO queue_samples (at, queue, waiting, queued, failed, oldest_s, done)
     SELECT $1, * FROM unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[])
     ON CONFLICT DO NOTHING`,
    [
      minute,
      figures.map(({ queue }) => queue),
      figures.map(({ waiting }) => waiting),
      figures.map(({ queued }) => queued),
      figures.map(({ failed }) => failed),
      figures.map(({ oldestS }) => Math.round(oldestS)),
      figures.map(({ queue }) => done.get(queue) ?? 0),
    ],
  );
}
