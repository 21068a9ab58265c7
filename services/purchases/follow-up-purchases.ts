import type { DataSource, EntityManager } from 'typeorm';
import { openCase } from '#services/cases/open-case.ts';
import { rows, updateReturning } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';
import { purchaseCase } from './queue-purchase.ts';
import { failPurchase, requeuePurchase } from './requeue-purchase.ts';

/** What a run of {@link followUpPurchases} did: numbers of purchases. */
export interface FollowUps {
  opened: number;
  released: number;
  reminded: number;
  requeued: number;
}

/**
 * Reminds learners of courses that are handed over and not redeemed, after 3 days and 3 days before the last day; puts
 * those that were not redeemed in time, and lapsed claims, back into the queue, or ends them when their payment was given
 * back; and opens missing cases. Idempotent.
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
  const opened = await inTransaction(db, openMissingCases);
  return { opened, released, reminded, requeued: overdue.filter(({ isGivenBack }) => !isGivenBack).length };
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

// Those of requests that were paid before there were purchases have none.
async function openMissingCases(manager: EntityManager): Promise<number> {
  const found = await rows<{ id: string; courseTitle: string }>(
    manager,
    `SELECT p.id, r.course_title AS "courseTitle" FROM purchases p JOIN requests r ON r.id = p.request_id
     WHERE p.status IN ('queued', 'claimed', 'bought') AND NOT EXISTS (SELECT 1 FROM cases c WHERE c.kind = 'purchase'
       AND c.subject_type = 'purchase' AND c.subject_id = p.id::text AND c.status <> 'closed')`,
  );
  for (const { id, courseTitle } of found)
    await openCase(manager, { ...purchaseCase(id), summary: `Buy “${courseTitle}”` });
  return found.length;
}
