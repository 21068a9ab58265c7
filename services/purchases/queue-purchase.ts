import type { EntityManager } from 'typeorm';
import { closeCase } from '#services/operations/cases/close-case.ts';
import { lockCasesOf } from '#services/operations/cases/lock-case.ts';
import { openCase } from '#services/operations/cases/open-case.ts';
import { insertOnce, lockRow } from '#services/platform/database/sql.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';
import { PurchaseCodeEntity } from './purchase-code.entity.ts';

/** Identifies the operators' case about a purchase. */
export const purchaseCase = (id: string) =>
  ({ kind: 'purchase', subject: { type: 'purchase', id } }) as const;

/** Queues the purchase of a paid course and opens its case; once per payment. */
export async function queuePurchase(
  manager: EntityManager,
  { requestId, paymentId, courseTitle }: { requestId: string; paymentId: string; courseTitle: string },
): Promise<void> {
  const purchase = await insertOnce<Purchase>(manager, PurchaseEntity, { requestId, paymentId });
  if (purchase) await openCase(manager, { ...purchaseCase(purchase.id), summary: `Buy “${courseTitle}”` });
}

/**
 * Ends the purchase of a payment whose money went back, unless the learner is enrolled. A course that is bought already
 * stays in the operators' hands: its case remains open.
 */
export async function cancelPurchase(
  manager: EntityManager,
  paymentId: string,
  reason: string,
): Promise<void> {
  const known = await manager.findOneBy(PurchaseEntity, { paymentId });
  if (!known) return;
  // An operator's action locks the case before the purchase.
  await lockCasesOf(manager, purchaseCase(known.id).subject);
  const purchase = await lockRow<Purchase>(manager, PurchaseEntity, { paymentId });
  if (!purchase || (purchase.status !== 'queued' && purchase.status !== 'claimed')) return;
  await manager.update(PurchaseEntity, purchase.id, {
    status: 'failed',
    failureReason: reason,
    ownerId: null,
    claimedUntil: null,
  });
  await manager.delete(PurchaseCodeEntity, { purchaseId: purchase.id });
  await closeCase(manager, purchaseCase(purchase.id), { outcome: 'refunded', reason });
}
