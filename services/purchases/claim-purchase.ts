import type { EntityManager } from 'typeorm';
import { conflict } from '#services/platform/errors.ts';
import { lockPurchase, type PurchaseAction, rejectOthers } from './lock-purchase.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';

/** SQL: until when an operator who claims a purchase now holds it (decisions section 10). */
export const claimEnd = `now() + interval '30 minutes'`;

/**
 * Gives a purchase to one operator for 30 minutes, or until a higher price that they ask for is approved; claiming it
 * again extends the claim.
 * @throws HttpError 404, or 409 saying who holds it or why it cannot be bought.
 */
export async function claimPurchase(manager: EntityManager, action: PurchaseAction): Promise<Purchase> {
  const { purchaseId, operatorId } = action;
  const purchase = await lockPurchase(manager, purchaseId);
  await rejectOthers(manager, purchase, operatorId);
  // Otherwise a price that an earlier owner asked for, and that is not approved, would keep this claim.
  const isNewOwner = purchase.ownerId !== operatorId;
  await manager.update(PurchaseEntity, purchaseId, {
    status: 'claimed',
    ownerId: operatorId,
    claimedUntil: () => claimEnd,
    ...(isNewOwner && purchase.overrunApprovedById === null && { overrunMinor: null, overrunById: null }),
  });
  return manager.findOneByOrFail(PurchaseEntity, { id: purchaseId });
}

/** Returns a claimed purchase to the queue. @throws HttpError 404, or 409 when this operator does not hold it. */
export async function releasePurchase(manager: EntityManager, action: PurchaseAction): Promise<void> {
  const purchase = await lockPurchase(manager, action.purchaseId);
  if (purchase.status !== 'claimed') throw conflict('This purchase is not claimed.');
  if (purchase.ownerId !== action.operatorId) await rejectOthers(manager, purchase, action.operatorId);
  await manager.update(PurchaseEntity, purchase.id, { status: 'queued', ownerId: null, claimedUntil: null });
}
