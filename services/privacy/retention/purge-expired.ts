import type { DataSource } from 'typeorm';
import { execute, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { HttpError } from '#services/platform/errors.ts';
import { endAccount } from '../erasure/end-account.ts';
import { guardianDays, type RetentionRule, retentionRules } from './rules.ts';

const dayMs = 86_400_000;
const batch = 1_000;

/** Deletes or empties everything that is past its time at `now`. Returns the numbers of rows by table. */
export async function purgeExpired(db: DataSource, now: Date): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  for (const rule of retentionRules) purged[rule.table] = await purgeTable(db, rule, now);
  purged.users = await endUnconfirmedMinors(db, now);
  return purged;
}

/** Applies one rule in batches, so that row locks are short. Returns the number of rows. */
export async function purgeTable(
  db: DataSource,
  { table, days, isOver, change }: RetentionRule,
  now: Date,
): Promise<number> {
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

async function endUnconfirmedMinors(db: DataSource, now: Date): Promise<number> {
  const minors = await rows<{ id: string }>(
    db,
    `SELECT id FROM users WHERE is_minor AND guardian_agreed_at IS NULL AND erasure_requested_at IS NULL
       AND created_at < $1 ORDER BY id`,
    [new Date(now.getTime() - guardianDays * dayMs)],
  );
  let ended = 0;
  for (const { id } of minors) {
    try {
      await inTransaction(db, (manager) => endAccount(manager, id));
      ended += 1;
    } catch (error) {
      // Money is under way; the next run tries again.
      if (!(error instanceof HttpError)) throw error;
    }
  }
  return ended;
}
