import type { DataSource, EntityManager } from 'typeorm';
import { approveSponsorshipJob } from '#services/payments/payments.jobs.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueueAgain } from '#services/platform/queue/outbox.ts';

// A request that was enrolled before purchases existed has none either.
const withoutPurchase = `FROM payments p JOIN requests r ON r.id = p.request_id
  WHERE p.status = 'approved' AND r.status = 'paid' AND NOT EXISTS (SELECT FROM purchases u WHERE u.payment_id = p.id)`;

/**
 * Enqueues the approval of an approved payment whose purchase is missing, unless its job is open or has failed: one that was
 * discarded, or taken by a worker of a release that had nothing to do for it. Returns whether it did.
 */
export async function enqueueMissingApproval(manager: EntityManager, reference: string): Promise<boolean> {
  const found = await row(manager, `SELECT 1 ${withoutPurchase} AND p.reference = $1`, [reference]);
  if (!found) return false;
  const id = await enqueueAgain(manager, approveSponsorshipJob, { reference }, reference);
  return id !== undefined;
}

/** {@link enqueueMissingApproval} for every payment. Returns how many were missing. */
export async function enqueueMissingApprovals(db: DataSource): Promise<number> {
  const found = await rows<{ reference: string }>(db, `SELECT p.reference ${withoutPurchase}`);
  let missing = 0;
  for (const { reference } of found)
    if (await inTransaction(db, (manager) => enqueueMissingApproval(manager, reference))) missing += 1;
  return missing;
}

/** Returns how many payments were approved longer ago than this and have no purchase. */
export async function countLateApprovals(db: DataSource, minutes: number): Promise<number> {
  const found = await row<{ count: number }>(
    db,
    `SELECT count(*)::int AS count ${withoutPurchase} AND p.settled_at < now() - $1 * interval '1 minute'`,
    [minutes],
  );
  return found?.count ?? 0;
}
