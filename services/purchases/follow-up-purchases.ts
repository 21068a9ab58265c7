import type { DataSource, EntityManager } from 'typeorm';
import { approveSponsorshipJob } from '#services/payments/payments.jobs.ts';
import { hasRow, row, rows, updateReturning } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue, enqueueAgain, hasUnfinishedJob } from '#services/platform/queue/outbox.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';
import { failPurchase, requeuePurchase } from './requeue-purchase.ts';
import { openMissingCases } from './required-cases/open-required-cases.ts';

/**
 * Reminds learners of courses that are handed over and not redeemed, after 3 days and 3 days before the last day; puts
 * those that were not redeemed in time, and lapsed claims, back into the queue, or ends them when their payment was given
 * back; opens missing cases, and enqueues missing approvals. Idempotent. Returns the number of each.
 */
export async function followUpPurchases(db: DataSource) {
  const [released, reminded] = await Promise.all([releaseLapsed(db), inTransaction(db, remindLearners)]);
  const overdue = await rows<{ id: string; isGivenBack: boolean }>(
    db,
    `SELECT u.id, p.status = 'reversed' AS "isGivenBack" FROM purchases u JOIN payments p ON p.id = u.payment_id
     WHERE u.status = 'handed_over' AND u.redeem_by < now() ORDER BY u.redeem_by LIMIT 500`,
  );
  for (const { id, isGivenBack } of overdue) {
    const failed = { purchaseId: id, reason: 'It was not redeemed in time.', isMoneyBack: false };
    await inTransaction<unknown>(db, (manager) =>
      isGivenBack ? failPurchase(manager, failed) : requeuePurchase(manager, failed),
    );
  }
  const unapproved = await enqueueMissingApprovals(db);
  const opened = await openMissingCases(db);
  const requeued = overdue.filter(({ isGivenBack }) => !isGivenBack).length;
  return { opened, unapproved, released, reminded, requeued };
}

async function releaseLapsed(db: DataSource): Promise<number> {
  const released = await updateReturning<Purchase>(db, PurchaseEntity, {
    change: `status = 'queued', owner_id = NULL, claimed_until = NULL`,
    condition: `r.status = 'claimed' AND r.claimed_until < now()
      AND (r.overrun_minor IS NULL OR r.overrun_approved_by_id IS NOT NULL)`,
  });
  return released.length;
}

async function remindLearners(manager: EntityManager): Promise<number> {
  const reminded = await updateReturning<Purchase>(manager, PurchaseEntity, {
    change: 'reminded_at = now()',
    condition: `r.status = 'handed_over' AND r.not_received_at IS NULL AND (r.redeem_by IS NULL OR r.redeem_by > now()) AND (
      r.reminded_at IS NULL AND r.handed_over_at < now() - interval '3 days'
      OR r.redeem_by < now() + interval '3 days' AND coalesce(r.reminded_at, r.handed_over_at) < r.redeem_by - interval '3 days')`,
  });
  for (const { id, attempt, remindedAt } of reminded) {
    const key = `redeem-reminder:${id}:${attempt}:${remindedAt?.toISOString()}`;
    await enqueue(manager, deliverMail, { mail: 'redeem-reminder', id }, { key });
  }
  return reminded.length;
}

// A request that was enrolled before purchases existed has none either.
const withoutPurchase = `FROM payments p JOIN requests r ON r.id = p.request_id
  WHERE p.status = 'approved' AND r.status = 'paid' AND NOT EXISTS (SELECT FROM purchases u WHERE u.payment_id = p.id)`;

/**
 * Enqueues the approval of an approved payment whose purchase is missing, unless its job is open or has failed: one that was
 * discarded, or taken by a worker of a release that had nothing to do for it. Returns whether it did.
 */
export async function enqueueMissingApproval(manager: EntityManager, reference: string): Promise<boolean> {
  // Before the purchase: a job that ends between the two statements has stored its purchase.
  if (await hasUnfinishedJob(manager, approveSponsorshipJob, reference)) return false;
  if (!(await hasRow(manager, `SELECT 1 ${withoutPurchase} AND p.reference = $1`, [reference]))) return false;
  const id = await enqueueAgain(manager, approveSponsorshipJob, { reference }, reference);
  return id !== undefined;
}

/** {@link enqueueMissingApproval} for every payment. Returns how many were missing. */
async function enqueueMissingApprovals(db: DataSource): Promise<number> {
  const payments = await rows<{ reference: string }>(db, `SELECT p.reference ${withoutPurchase}`);
  let missing = 0;
  for (const { reference } of payments)
    if (await inTransaction(db, (manager) => enqueueMissingApproval(manager, reference))) missing += 1;
  return missing;
}

/** Returns how many payments were approved longer ago than this and have no purchase. */
export async function countLateApprovals(db: DataSource, minutes: number): Promise<number> {
  const late = await row<{ count: number }>(
    db,
    `SELECT count(*)::int AS count ${withoutPurchase} AND p.settled_at < now() - $1 * interval '1 minute'`,
    [minutes],
  );
  return late?.count ?? 0;
}
