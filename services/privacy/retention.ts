import type { DataSource } from 'typeorm';
import { adultAge, minimumAge } from '#contracts/accounts/guardians.ts';
import { dayMs } from '#contracts/durations.ts';
import { execute, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { HttpError } from '#services/platform/errors.ts';
import { changeHolds } from '#services/requests/change-request.ts';
import { endAccount } from './erasure/end-account.ts';

/** The rows that are deleted from a table when their time is over. */
interface RetentionRule {
  days: number;
  /** As `docs/privacy.md` says it. */
  period: string;
  /** Condition on row `r`; `$1` is the time before which it is past its time. */
  isOver: string;
  /** Assignments that empty the row; by default the row is deleted. */
  change?: string;
}

const rules = {
  outbox: { days: 7, period: '7 days after the job was done', isOver: 'r.closed_at < $1' },
  // A later repetition of the call runs again.
  idempotency_keys: { days: 1, period: '1 day', isOver: 'r.created_at < $1' },
  // The provider redelivers for three days; disputes about a charge come within about 75 days.
  webhook_inbox: {
    days: 90,
    period: '90 days',
    isOver: `r.created_at < $1
      AND NOT EXISTS (SELECT FROM provider_incidents i WHERE i.webhook_event_id = r.id)`,
  },
  // Sponsors keep a copy of the record and can verify a draw without the row.
  draws: { days: 30, period: '30 days', isOver: 'r.created_at < $1' },
  queue_samples: { days: 7, period: '7 days', isOver: 'r.at < $1' },
  sessions: {
    days: 30,
    period: '30 days after the session ended',
    isOver: 'least(r.revoked_at, r.expires_at) < $1',
  },
  operator_sessions: {
    days: 365,
    period: '1 year after the session ended',
    isOver: 'least(r.ended_at, r.expires_at) < $1',
  },
  account_links: { days: 30, period: '30 days after the link expired', isOver: 'r.expires_at < $1' },
  // Clock skew between machines cannot make a used ticket valid again.
  used_google_tickets: { days: 1, period: '1 day after expiry', isOver: 'r.expires_at < $1' },
  password_resets: { days: 7, period: '7 days', isOver: 'r.created_at < $1' },
  subscribers: {
    days: 30,
    period:
      'As long as the subscription; afterwards the address, so as not to write to it again; unconfirmed: 30 days',
    isOver: 'r.confirmed_at IS NULL AND coalesce(r.asked_at, r.created_at) < $1',
  },
  waitlist_entries: { days: 730, period: '2 years', isOver: 'r.created_at < $1' },
  reports: {
    days: 730,
    period: 'Address and words: 2 years after the case was closed',
    isOver: `(r.email IS NOT NULL OR r.details IS NOT NULL)
      AND EXISTS (SELECT FROM cases c WHERE c.id = r.case_id AND c.closed_at < $1)`,
    change: 'email = NULL, details = NULL',
  },
} satisfies Record<string, RetentionRule>;

/** A table of {@link retentionRules}. */
export type PurgedTable = keyof typeof rules;

/** The times after which rows are deleted or emptied by the hourly job `privacy.purge`, in its order. @internal For its test. */
export const retentionRules: Readonly<Record<PurgedTable, RetentionRule>> = rules;

/** Days in which a guardian may agree; afterwards the account is erased. @internal For its test. */
export const guardianDays = 30;

/** Returns the retention of a table. */
export const periodOf = (table: PurgedTable): string => retentionRules[table].period;

const batch = 1_000;

/**
 * Deletes or empties everything that is past its time at `now`. Returns the numbers of rows by table.
 * @throws AggregateError after all tables, when some of them could not be purged.
 */
export async function purgeExpired(db: DataSource, now: Date): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  const failed = new Map<string, unknown>();
  const purge = async (table: string, work: Promise<number>) => {
    try {
      purged[table] = await work;
    } catch (error) {
      failed.set(table, error);
    }
  };
  for (const table of Object.keys(retentionRules) as PurgedTable[])
    await purge(table, purgeTable(db, table, now));
  await purge('users', endMinors(db, now));
  if (failed.size > 0)
    throw new AggregateError(failed.values(), `Not purged: ${[...failed.keys()].join(', ')}`);
  return purged;
}

/**
 * Applies the rule of a table in batches, so that row locks are short. Returns the number of rows.
 * @internal Tests apply one rule at a time.
 */
export async function purgeTable(db: DataSource, table: PurgedTable, now: Date): Promise<number> {
  const { days, isOver, change } = retentionRules[table];
  const over = `r.ctid = ANY (ARRAY(
    SELECT r.ctid FROM ${table} r WHERE ${isOver} LIMIT ${batch} FOR UPDATE SKIP LOCKED))`;
  const text = change
    ? `UPDATE ${table} r SET ${change} WHERE ${over}`
    : `DELETE FROM ${table} r WHERE ${over}`;
  const end = new Date(now.getTime() - days * dayMs);
  let purged = 0;
  let last = batch;
  while (last === batch) {
    last = await execute(db, text, [end]);
    purged += last;
  }
  return purged;
}

/**
 * Ends the accounts of learners whose guardian did not agree in time, and of those known to be younger than an account allows, from
 * before that age. While money is under way, the open requests of an account are hidden instead.
 */
async function endMinors(db: DataSource, now: Date): Promise<number> {
  const minors = await rows<{ id: string }>(
    db,
    `SELECT id FROM users WHERE is_minor AND erasure_requested_at IS NULL
       AND (guardian_agreed_at IS NULL AND created_at < $1
         OR adult_from > ($2::date + make_interval(years => $3))::date) ORDER BY id`,
    [new Date(now.getTime() - guardianDays * dayMs), now, adultAge - minimumAge],
  );
  let ended = 0;
  for (const { id } of minors) {
    try {
      await inTransaction(db, (manager) => endAccount(manager, id));
      ended += 1;
    } catch (error) {
      // Money is under way; the next run tries again.
      if (!(error instanceof HttpError)) throw error;
      await inTransaction(db, (manager) => changeHolds(manager, { learnerId: id }, { add: ['guardian'] }));
    }
  }
  return ended;
}
