import type { EntityManager } from 'typeorm';
import { canMovePurchase } from '#contracts/purchases/purchase-status.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { openCase } from '#services/cases/open-case.ts';
import { insertOnce, lockRow, updateReturning } from '#services/platform/database/sql.ts';
import { findContributions } from './contributions.ts';
import { lockPurchaseOf } from './lock-purchase.ts';
import {
  type PriceChoice,
  PriceChoiceEntity,
  type Purchase,
  PurchaseCodeEntity,
  PurchaseEntity,
} from './purchase.entity.ts';
import { openCasesOfPayment } from './required-cases/open-required-cases.ts';
import { openCaseOfFailedRefund } from './required-cases/record-refund-step.ts';

/** Identifies the operators' case about a purchase. */
export const purchaseCase = (id: string) =>
  ({ kind: 'purchase', subject: { type: 'purchase', id } }) as const;

/** Queues the purchase of a paid course and opens its case; once per payment. Returns whether it did. */
export async function queuePurchase(
  manager: EntityManager,
  { requestId, paymentId, courseTitle }: { requestId: string; paymentId: string; courseTitle: string },
): Promise<boolean> {
  const purchase = await insertOnce<Purchase>(manager, PurchaseEntity, { requestId, paymentId });
  if (!purchase) return false;
  await openCase(manager, { ...purchaseCase(purchase.id), summary: `Buy “${courseTitle}”` });
  return true;
}

/**
 * Ends the purchase of a payment whose money went back, unless the learner is enrolled. A course that is bought already
 * stays in the operators' hands: its case remains open. The caller holds the row lock of the request.
 */
export async function cancelPurchase(
  manager: EntityManager,
  paymentId: string,
  reason: string,
): Promise<void> {
  const purchase = await lockRow<Purchase>(manager, PurchaseEntity, { paymentId });
  if (!purchase || (purchase.status !== 'queued' && purchase.status !== 'claimed')) return;
  await manager.update(PurchaseEntity, purchase.id, {
    status: 'failed',
    failureReason: reason,
    ownerId: null,
    claimedUntil: null,
  });
  await manager.delete(PurchaseCodeEntity, { purchaseId: purchase.id });
  await withdrawChoice(manager, purchase.id);
  for (const { id } of (await findContributions(manager, purchase)).added) {
    const subject = { type: 'payment', id } as const;
    await openCase(manager, { kind: 'refund', subject, summary: `The difference is left over. ${reason}` });
  }
  await closeCase(manager, purchaseCase(purchase.id), { outcome: 'refunded', reason });
}

/** Ends the purchase of a request whose learner is enrolled, erases its code and closes its case. */
export async function completePurchase(
  manager: EntityManager,
  requestId: string,
  reason: string,
): Promise<void> {
  const purchase = await lockPurchaseOf(manager, requestId);
  if (!purchase || !canMovePurchase(purchase.status, 'redeemed')) return;
  await manager.update(PurchaseEntity, purchase.id, {
    status: 'redeemed',
    redeemedAt: () => 'now()',
    claimedUntil: null,
  });
  await withdrawChoice(manager, purchase.id);
  await manager.delete(PurchaseCodeEntity, { purchaseId: purchase.id });
  await closeCase(manager, purchaseCase(purchase.id), { outcome: 'enrolled', reason });
  // A refund may have been requested in this case.
  await openCasesOfPayment(manager, purchase.paymentId);
  await openCaseOfFailedRefund(manager, purchase.paymentId);
}

/** Closes the question of a purchase that needs no answer any more. Returns whether one was waiting. */
export async function withdrawChoice(manager: EntityManager, purchaseId: string): Promise<boolean> {
  const closed = await updateReturning<PriceChoice>(manager, PriceChoiceEntity, {
    change: `status = 'withdrawn', answered_at = now()`,
    condition: `r.purchase_id = $1 AND r.status = 'waiting'`,
    values: [purchaseId],
  });
  return closed.length > 0;
}
