import type { EntityManager } from 'typeorm';
import { isFrozen } from '#services/disputes/is-frozen.ts';
import { nameOf } from '#services/operations/cases/lock-case.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { isRefundOpen } from '#services/refunds/refund-status.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';

/** An operator and a purchase to act on. */
export interface PurchaseAction {
  purchaseId: string;
  operatorId: string;
}

/** Returns a purchase with its row lock. @throws HttpError 404. */
export async function lockPurchase(manager: EntityManager, id: string): Promise<Purchase> {
  const purchase = await lockRow<Purchase>(manager, PurchaseEntity, { id });
  if (!purchase) throw notFound('There is no such purchase.');
  return purchase;
}

/** Whether an operator holds this purchase now; a claim that has lapsed counts as queued. */
function isClaimed({ status, claimedUntil }: Purchase, now: Date): boolean {
  return status === 'claimed' && claimedUntil !== null && claimedUntil > now;
}

/**
 * Returns a purchase that this operator has claimed, with its row lock.
 * @throws HttpError 404, or 409 saying who holds it, what became of it, or why it is frozen.
 */
export async function lockOwnPurchase(
  manager: EntityManager,
  { purchaseId, operatorId }: PurchaseAction,
): Promise<Purchase> {
  const purchase = await lockPurchase(manager, purchaseId);
  await rejectOthers(manager, purchase, operatorId);
  if (purchase.ownerId !== operatorId || !isClaimed(purchase, await databaseNow(manager)))
    throw conflict('Claim this purchase before you buy the course.');
  return purchase;
}

const doneTexts = {
  bought: 'bought this course already.',
  handed_over: 'bought this course and handed it over already.',
} as const;

/** @throws HttpError 409 when a purchase is not to be claimed or bought by this operator now. */
export async function rejectOthers(
  manager: EntityManager,
  purchase: Purchase,
  operatorId: string,
): Promise<void> {
  const { status, ownerId, claimedUntil } = purchase;
  if (status === 'redeemed') throw conflict('The learner is enrolled already; there is nothing to buy.');
  if (status === 'failed') throw conflict('This purchase has ended: its money is given back.');
  const who = ownerId === operatorId ? 'You have' : `${await nameOf(manager, ownerId ?? operatorId)} has`;
  if (status === 'bought' || status === 'handed_over') throw conflict(`${who} ${doneTexts[status]}`);
  if (await isFrozen(manager, purchase.requestId))
    throw conflict('The payment is disputed, so the course must not be bought now.');
  if (await isBeingRefunded(manager, purchase.paymentId))
    throw conflict('The payment is being refunded, so the course must not be bought now.');
  if (ownerId !== operatorId && claimedUntil && isClaimed(purchase, await databaseNow(manager)))
    throw conflict(`${who} claimed this purchase until ${claimedUntil.toISOString().slice(11, 16)} UTC.`);
}

async function isBeingRefunded(manager: EntityManager, paymentId: string): Promise<boolean> {
  const refunds = await manager.findBy(RefundEntity, { paymentId });
  return refunds.some(({ status }) => isRefundOpen(status));
}
