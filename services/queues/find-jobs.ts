import type { QueueName } from '#contracts/queue-names.ts';
import { jobs } from '#services/jobs.ts';
import { row, rows, type SqlClient } from '#services/platform/database/sql.ts';

/**
 * States of an outbox row. `waiting`: not yet in the queue; `delayed`: not due yet; `queued`: in the queue, running,
 * or between two attempts; `failed`: out of attempts; `done`; `discarded`: failed, and closed by an operator.
 */
export const jobStates = ['waiting', 'delayed', 'queued', 'failed', 'done', 'discarded'] as const;
export type JobState = (typeof jobStates)[number];

/** Filters for outbox rows; an absent filter matches every row. Ages are in milliseconds. */
export interface JobFilters {
  readonly ids?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly queue?: QueueName | undefined;
  readonly states?: readonly JobState[] | undefined;
  /** Rows enqueued (written to the outbox) at least this long ago. */
  readonly olderThanMs?: number | undefined;
  /** Rows enqueued at most this long ago. */
  readonly newerThanMs?: number | undefined;
}

/** SQL expression for the {@link JobState} of the outbox row `o`. */
export const stateSql = `CASE
  WHEN o.failed_at IS NOT NULL AND o.closed_at IS NOT NULL THEN 'discarded'
  WHEN o.failed_at IS NOT NULL THEN 'failed'
  WHEN o.closed_at IS NOT NULL THEN 'done'
  WHEN o.enqueued_at IS NOT NULL THEN 'queued'
  WHEN o.available_at > now() THEN 'delayed'
  ELSE 'waiting' END`;

/** SQL condition of a failed outbox row `o`, which is that of the index ix_outbox_failed. */
export const failedCondition = 'o.failed_at IS NOT NULL AND o.closed_at IS NULL';

/** SQL condition on the outbox row `o`; its parameters come from {@link filterValues}. */
export const filterSql = `($1::uuid[] IS NULL OR o.id = ANY ($1))
  AND ($2::text[] IS NULL OR o.job = ANY ($2))
  AND ($3::text[] IS NULL OR (${stateSql}) = ANY ($3))
  AND ($4::float8 IS NULL OR o.created_at <= now() - $4 * interval '1 millisecond')
  AND ($5::float8 IS NULL OR o.created_at >= now() - $5 * interval '1 millisecond')`;

/** Values of the parameters of {@link filterSql}, in their order. */
export function filterValues({ ids, name, queue, states, olderThanMs, newerThanMs }: JobFilters): unknown[] {
  const inQueue = queue && jobs.filter((job) => job.queue === queue).map((job) => job.name);
  // With both filters, the name matches only when its job is in the given queue.
  const names =
    name === undefined ? inQueue : [name].filter((jobName) => inQueue?.includes(jobName as never) ?? true);
  return [ids ?? null, names ?? null, states ?? null, olderThanMs ?? null, newerThanMs ?? null];
}

/** Summary of an outbox row for operators. */
export interface JobSummary {
  id: string;
  name: string;
  /** Null for a job that this version does not define. */
  queue: string | null;
  state: JobState;
  createdAt: Date;
  /** Time when it failed, was done or was discarded. */
  endedAt: Date | null;
  lastError: string | null;
}

/** Details of an outbox row, without personal data. */
export interface JobDetails extends JobSummary {
  availableAt: Date;
  enqueuedAt: Date | null;
  /** Number of attempts in the definition; null for a job that this version does not define. */
  attempts: number | null;
  /** Ids, references, numbers and flags; other values read `[hidden]`. */
  payload: Record<string, unknown>;
}

const definitions = new Map<string, (typeof jobs)[number]>(jobs.map((job) => [job.name, job]));

const columns = `o.id, o.job AS name, ${stateSql} AS state, o.created_at AS "createdAt",
  coalesce(o.closed_at, o.failed_at) AS "endedAt", o.last_error AS "lastError"`;

type Row = Omit<JobSummary, 'queue'>;

const withQueue = <T extends Row>(row: T) => ({ ...row, queue: definitions.get(row.name)?.queue ?? null });

/** Returns the newest matching outbox rows, at most `limit`. */
export async function listJobs(client: SqlClient, filters: JobFilters, limit: number): Promise<JobSummary[]> {
  // Without this condition an index cannot be used, because the states are a parameter.
  const indexed = filters.states?.every((state) => state === 'failed') ? failedCondition : 'true';
  const outboxRows = await rows<Row>(
    client,
    `SELECT ${columns} FROM outbox o WHERE ${indexed} AND ${filterSql} ORDER BY o.created_at DESC, o.id LIMIT $6`,
    [...filterValues(filters), limit],
  );
  return outboxRows.map(withQueue);
}

/** Returns the newest outbox rows whose last failures had the error of a case's subject, unless they are done. */
export async function listJobsOfFailure(
  client: SqlClient,
  subjectId: string,
  limit: number,
): Promise<JobSummary[]> {
  const outboxRows = await rows<Row>(
    client,
    `SELECT ${columns} FROM outbox o
     WHERE o.job = split_part($1, ':', 1) AND o.error_key = split_part($1, ':', 2) AND o.closed_at IS NULL
     ORDER BY o.created_at DESC, o.id LIMIT $2`,
    [subjectId, limit],
  );
  return outboxRows.map(withQueue);
}

export async function countJobs(client: SqlClient, filters: JobFilters): Promise<number> {
  const total = await row<{ count: number }>(
    client,
    `SELECT count(*)::int AS count FROM outbox o WHERE ${filterSql}`,
    filterValues(filters),
  );
  return total?.count ?? 0;
}

/** Returns one outbox row, or undefined when there is none with this id. */
export async function findJob(client: SqlClient, id: string): Promise<JobDetails | undefined> {
  const job = await row<Row & Pick<JobDetails, 'availableAt' | 'enqueuedAt'> & { payload: unknown }>(
    client,
    `SELECT ${columns}, o.available_at AS "availableAt", o.enqueued_at AS "enqueuedAt", o.payload
     FROM outbox o WHERE o.id = $1`,
    [id],
  );
  if (!job) return undefined;
  return {
    ...withQueue(job),
    attempts: definitions.get(job.name)?.attempts ?? null,
    payload: hidePersonalData(job.payload),
  };
}

// Payloads should contain only ids; personal data that is in one by mistake must not reach a terminal or a ticket.
function hidePersonalData(payload: unknown): Record<string, unknown> {
  const entries = Object.entries((payload ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isShown(name, value) ? value : '[hidden]']),
  );
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const reference = /^[\w.=-]{1,64}$/;

function isShown(name: string, value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'string') return false;
  // `mail` is the name of a mail template.
  return uuid.test(value) || (['reference', 'mail'].includes(name) && reference.test(value));
}
