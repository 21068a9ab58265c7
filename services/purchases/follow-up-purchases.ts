import type { DataSource, EntityManager } from 'typeorm';
import { rows, updateReturning } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { enqueueMissingApprovals } from './missing-approvals.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';
import { failPurchase, requeuePurchase } from './requeue-purchase.ts';
import { openMissingCases } from './required-cases/open-required-cases.ts';

/** What a run of {@link followUpPurchases} did: numbers of purchases. */
export interface FollowUps {
  /** Number of cases about purchases, disputes, refunds and held money that had none open. */
  opened: number;
  /** Number of approved payments whose purchase was missing, with no job that will queue it. */
  unapproved: number;
  released: number;
  reminded: number;
  requeued: number;
}

/**
 * Reminds learners of courses that are handed over and not redeemed, after 3 days and 3 days before the last day; puts
 * those that were not redeemed in time, and lapsed claims, back into the queue, or ends them when their payment was given
 * back; opens missing cases, and enqueues missing approvals. Idempotent.
 */
export async function followUpPurchases(db: DataSource): Promise<FollowUps> {
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
    condition: `r.status = 'handed_over' AND (r.redeem_by IS NULL OR r.redeem_by > now()) AND (
      r.reminded_at IS NULL AND r.handed_over_at < now() - interval '3 days'
      OR r.redeem_by < now() + interval '3 days' AND coalesce(r.reminded_at, r.handed_over_at) < r.redeem_by - interval '3 days')`,
  });
  for (const { id, attempt, remindedAt } of reminded) {
    const key = `redeem-reminder:${id}:${attempt}:${remindedAt?.toISOString()}`;
    await enqueue(manager, deliverMail, { mail: 'redeem-reminder', id }, { key });
  }
  return reminded.length;
}
