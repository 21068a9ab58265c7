import { jobs } from '#services/jobs.ts';
import { row, rows, type SqlClient } from '#services/platform/database/sql.ts';
import {
  failedCondition,
  filterSql,
  filterValues,
  type JobFilters,
  type JobState,
  stateSql,
} from './job-filters.ts';

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
  const found = await rows<Row>(
    client,
    `SELECT ${columns} FROM outbox o WHERE ${indexed} AND ${filterSql} ORDER BY o.created_at DESC, o.id LIMIT $6`,
    [...filterValues(filters), limit],
  );
  return found.map(withQueue);
}

/** Returns the newest outbox rows whose last failures had the error of a case's subject, unless they are done. */
export async function listJobsOfFailure(
  client: SqlClient,
  subjectId: string,
  limit: number,
): Promise<JobSummary[]> {
  const found = await rows<Row>(
    client,
    `SELECT ${columns} FROM outbox o
     WHERE o.job = split_part($1, ':', 1) AND o.error_key = split_part($1, ':', 2) AND o.closed_at IS NULL
     ORDER BY o.created_at DESC, o.id LIMIT $2`,
    [subjectId, limit],
  );
  return found.map(withQueue);
}

/** Returns the number of matching outbox rows. */
export async function countJobs(client: SqlClient, filters: JobFilters): Promise<number> {
  const found = await row<{ count: number }>(
    client,
    `SELECT count(*)::int AS count FROM outbox o WHERE ${filterSql}`,
    filterValues(filters),
  );
  return found?.count ?? 0;
}

/** Returns one outbox row, or undefined when there is none with this id. */
export async function findJob(client: SqlClient, id: string): Promise<JobDetails | undefined> {
  const found = await row<Row & Pick<JobDetails, 'availableAt' | 'enqueuedAt'> & { payload: unknown }>(
    client,
    `SELECT ${columns}, o.available_at AS "availableAt", o.enqueued_at AS "enqueuedAt", o.payload
     FROM outbox o WHERE o.id = $1`,
    [id],
  );
  if (!found) return undefined;
  return {
    ...withQueue(found),
    attempts: definitions.get(found.name)?.attempts ?? null,
    payload: hidePersonalData(found.payload),
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
