import type { EntityManager } from 'typeorm';
import { closeCase } from '#services/cases/close-case.ts';
import { openCase } from '#services/cases/open-case.ts';
import { insertOnce, lockRow } from '#services/platform/database/sql.ts';
import { findGiven } from './find-given.ts';
import { withdrawChoice } from './price-choices/withdraw-choice.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';
import { PurchaseCodeEntity } from './purchase-code.entity.ts';

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
  for (const { id } of (await findGiven(manager, purchase)).added) {
    const subject = { type: 'payment', id } as const;
    await openCase(manager, { kind: 'refund', subject, summary: `The difference is left over. ${reason}` });
  }
  await closeCase(manager, purchaseCase(purchase.id), { outcome: 'refunded', reason });
}
