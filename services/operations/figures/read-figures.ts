import type { DataSource } from 'typeorm';
import { jobs } from '#services/jobs.ts';
import { row } from '#services/platform/database/sql.ts';
import { type QueueName, queueNames } from '#services/platform/queue/define-job.ts';
import { stateSql } from '../jobs/job-filters.ts';

/** Open jobs of one queue by state of their outbox rows; ages in seconds, 0 without such a job. */
export interface QueueFigures {
  queue: QueueName;
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

// One statement. Each part reads a partial index of open rows, however many rows are closed.
const statement = `SELECT
  (SELECT coalesce(json_agg(open), '[]') FROM (
     SELECT o.job, ${stateSql} AS state, count(*)::int AS n,
       greatest(0, extract(epoch FROM now() - min(o.available_at)))::float8 AS "oldestS"
     FROM outbox o WHERE o.closed_at IS NULL AND o.failed_at IS NULL GROUP BY 1, 2
     UNION ALL
     SELECT o.job, 'failed', count(*)::int, 0
     FROM outbox o WHERE o.closed_at IS NULL AND o.failed_at IS NOT NULL GROUP BY 1) AS open) AS jobs,
  (SELECT coalesce(json_agg(open), '[]') FROM (
     SELECT kind, count(*)::int AS n, count(*) FILTER (WHERE due_at < now())::int AS overdue
     FROM cases WHERE status <> 'closed' GROUP BY 1) AS open) AS cases`;

/** Reads the figures with one statement. */
export async function readFigures(db: DataSource): Promise<Figures> {
  const found = await row<{ jobs: JobCount[]; cases: Figures['cases'] }>(db, statement);
  const { jobs: counts, cases } = found ?? { jobs: [], cases: [] };
  return { queues: queueNames.map((queue) => figuresOf(queue, counts)), cases };
}

function figuresOf(queue: QueueName, counts: readonly JobCount[]): QueueFigures {
  const own = counts.filter(({ job }) => queueOf.get(job) === queue);
  const total = (state: JobCount['state']) =>
    own.reduce((sum, one) => sum + (one.state === state ? one.n : 0), 0);
  const oldest = (state: JobCount['state']) =>
    Math.max(0, ...own.filter((one) => one.state === state).map(({ oldestS }) => oldestS));
  return {
    queue,
    waiting: total('waiting'),
    delayed: total('delayed'),
    queued: total('queued'),
    failed: total('failed'),
    oldestWaitingS: oldest('waiting'),
    oldestQueuedS: oldest('queued'),
  };
}
