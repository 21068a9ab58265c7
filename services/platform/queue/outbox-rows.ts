import type { DataSource, EntityManager } from 'typeorm';
import type { OutsideService } from '#contracts/cases/cases.ts';
import { execute, row, rows } from '../database/sql.ts';
import { type OutboxRow, openCondition } from './outbox.entity.ts';

/** The columns that the relay reads. */
export type ClaimedRow = Pick<OutboxRow, 'id' | 'job'>;

// Rows of unknown jobs belong to a newer or an older version of this process. SKIP LOCKED allows several relays at the
// same time. The commit does not wait for the disk: a claim that a crash of PostgreSQL undoes is made again, and every later
// commit that waits, such as that of the job, makes the claim durable too.
const claim = (condition: string, order: string) => `
  UPDATE outbox SET enqueued_at = now()
  FROM (SELECT set_config('synchronous_commit', 'off', true)) AS in_this_transaction
  WHERE id IN (
    SELECT id FROM outbox WHERE ${condition} AND ${openCondition} AND job = ANY($1)
    ORDER BY ${order} LIMIT $2 FOR UPDATE SKIP LOCKED
  ) RETURNING id, job`;

const due = claim('enqueued_at IS NULL AND available_at <= now()', 'available_at');
const stale = claim(`enqueued_at < now() - $3 * interval '1 millisecond'`, 'enqueued_at');

/** Claims rows that are due: marks them as enqueued and returns them. */
export const claimDueRows = (db: DataSource, jobs: string[], limit: number) =>
  rows<ClaimedRow>(db, due, [jobs, limit]);

/** Claims open rows that were enqueued, or last seen in the queue, longer ago than `staleAfterMs`. */
export const claimStaleRows = (db: DataSource, jobs: string[], limit: number, staleAfterMs: number) =>
  rows<ClaimedRow>(db, stale, [jobs, limit, staleAfterMs]);

/** Returns the names of the jobs that have open rows of that age. */
export async function findStaleJobs(db: DataSource, jobs: string[], staleAfterMs: number): Promise<string[]> {
  const staleJobs = await rows<{ job: string }>(
    db,
    `SELECT DISTINCT job FROM outbox
     WHERE ${openCondition} AND job = ANY($1) AND enqueued_at < now() - $2 * interval '1 millisecond'`,
    [jobs, staleAfterMs],
  );
  return staleJobs.map(({ job }) => job);
}

/** Releases claimed rows that could not be enqueued, so that they are due again. */
export async function releaseRows(db: DataSource, ids: string[]): Promise<void> {
  await execute(db, `UPDATE outbox SET enqueued_at = NULL WHERE id = ANY($1) AND ${openCondition}`, [ids]);
}

/** The part of an outbox row that a worker reads. */
export interface DeliveredRow {
  readonly payload: unknown;
  readonly isOpen: boolean;
  readonly availableAt: Date;
  /** W3C `traceparent` of what enqueued the job. */
  readonly traceparent: string | null;
}

// A queue that has lost its data does not know that a job runs; the relay adds it again when it was last seen too long ago.
const renewal = `
  UPDATE outbox SET enqueued_at = now() WHERE id IN (
    SELECT id FROM outbox
    WHERE id = ANY($1) AND ${openCondition} AND enqueued_at < now() - interval '2 seconds' FOR UPDATE SKIP LOCKED)`;

/** Records that jobs run, so that the relay does not add them again to a queue that has lost them. */
export async function renewRows(db: DataSource, ids: readonly string[]): Promise<void> {
  await execute(db, renewal, [ids]);
}

/**
 * Returns what a worker reads of outbox rows before it runs their jobs, in the order of the ids; `undefined` for a row that was
 * deleted. Renews the rows like {@link renewRows}.
 */
export async function readRows(
  db: DataSource,
  ids: readonly string[],
): Promise<(DeliveredRow | undefined)[]> {
  const renewed = await rows<DeliveredRow & { id: string }>(
    db,
    `WITH renewed AS (${renewal})
     SELECT id, payload, traceparent, (${openCondition}) AS "isOpen", available_at AS "availableAt"
     FROM outbox WHERE id = ANY($1)`,
    [ids],
  );
  const byId = new Map(renewed.map((delivered) => [delivered.id, delivered]));
  return ids.map((id) => byId.get(id));
}

/**
 * Marks an open row as done and locks it until the end of the transaction. Returns false when it is closed already, or
 * was closed by a transaction that this call has waited for.
 */
export async function closeRow(manager: EntityManager, id: string): Promise<boolean> {
  return (await closeRows(manager, [id])) > 0;
}

/** Marks open rows as done. Returns the number of rows that were open. */
export function closeRows(client: DataSource | EntityManager, ids: readonly string[]): Promise<number> {
  // Locked in the order of the ids, so that two workers that got the same jobs twice cannot deadlock.
  return execute(
    client,
    `UPDATE outbox SET closed_at = now() WHERE id IN (
       SELECT id FROM outbox WHERE id = ANY($1) AND ${openCondition} ORDER BY id FOR UPDATE)`,
    [ids],
  );
}

/** Why an attempt failed. */
interface Failure {
  readonly reason: string;
  /** Identifies the error; undefined when a server was unavailable, which neither counts nor ends a series. */
  readonly errorKey?: string | undefined;
  /** The server that was unavailable, of those whose outages open incidents. */
  readonly unavailable?: OutsideService | undefined;
  /**
   * Whether it was the last attempt. The row is a dead letter then: the relay ignores it until an operator retries or discards it.
   */
  readonly isFinal: boolean;
}

/**
 * Records why an attempt failed. Returns the name of the job and how many failures in a row had this error; undefined when the
 * row was closed meanwhile.
 */
export function recordFailure(
  client: DataSource | EntityManager,
  id: string,
  { reason, errorKey, unavailable, isFinal }: Failure,
): Promise<{ name: string; sameErrors: number } | undefined> {
  return row<{ name: string; sameErrors: number }>(
    client,
    `UPDATE outbox SET last_error = $2, failed_at = CASE WHEN $3 THEN now() END,
       error_key = coalesce($4::text, error_key),
       same_errors = CASE WHEN $4 IS NULL THEN same_errors WHEN $4 = error_key THEN same_errors + 1 ELSE 1 END,
       unavailable = $5::text, unavailable_since = CASE WHEN $5 = unavailable THEN unavailable_since WHEN $5 <> '' THEN now() END,
       unavailable_tries = CASE WHEN $5 = unavailable THEN unavailable_tries + 1 WHEN $5 <> '' THEN 1 ELSE 0 END
     WHERE id = $1 AND ${openCondition} RETURNING job AS name, same_errors AS "sameErrors"`,
    [id, reason, isFinal, errorKey ?? null, unavailable ?? null],
  );
}

/** Records that a run of a scheduled job failed. Returns how many runs in a row failed with this error. */
export async function recordScheduledFailure(
  manager: EntityManager,
  job: string,
  errorKey: string,
): Promise<number> {
  const recorded = await row<{ sameErrors: number }>(
    manager,
    `INSERT INTO scheduled_failures AS f (job, error_key) VALUES ($1, $2)
     ON CONFLICT (job) DO UPDATE SET error_key = excluded.error_key,
       same_errors = CASE WHEN f.error_key = excluded.error_key THEN f.same_errors + 1 ELSE 1 END
     RETURNING same_errors AS "sameErrors"`,
    [job, errorKey],
  );
  return recorded?.sameErrors ?? 0;
}

/** Ends the series of failures of a scheduled job. */
export async function forgetScheduledFailure(db: DataSource, job: string): Promise<void> {
  await execute(db, 'DELETE FROM scheduled_failures WHERE job = $1', [job]);
}
