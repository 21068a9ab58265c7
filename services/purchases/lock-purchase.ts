import { type EntityManager, In } from 'typeorm';
import { withdrawPendingAct } from '#services/cases/approval.ts';
import { nameOf } from '#services/cases/case-ownership.ts';
import { isFrozen } from '#services/disputes/disputes.ts';
import { databaseNow, lockRow, row } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { isRefundOpen } from '#services/refunds/refund-rules.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { isHeld } from '#services/safety/request-decisions.ts';
import { findContributions } from './contributions.ts';
import { findOwedExcess } from './excess.ts';
import { PriceChoiceEntity, type Purchase, PurchaseEntity } from './purchase.entity.ts';

/** An operator and a purchase to act on. */
export interface PurchaseAction {
  purchaseId: string;
  operatorId: string;
}

/**
 * Returns a purchase with its row lock, taken after that of its request like every lock about a payment, so that a refund
 * and a purchase at the same time cannot deadlock. @throws HttpError 404.
 */
export async function lockPurchase(manager: EntityManager, id: string): Promise<Purchase> {
  const known = await manager.findOneBy(PurchaseEntity, { id });
  if (known) await lockRow(manager, HelpRequestEntity, { id: known.requestId });
  const purchase = known && (await lockRow<Purchase>(manager, PurchaseEntity, { id }));
  if (!purchase) throw notFound('There is no such purchase.');
  return purchase;
}

/** Whether an operator holds this purchase now; a claim that has lapsed counts as queued. */
function isClaimed(purchase: Purchase, now: Date): boolean {
  const { status, claimedUntil } = purchase;
  if (status !== 'claimed') return false;
  return isAwaitingApproval(purchase) || (claimedUntil !== null && claimedUntil > now);
}

/** Identifies the higher price of a purchase that waits for the approval of another operator. */
export const overrunOf = (purchaseId: string) =>
  ({ action: 'purchase.overrun', subject: `purchase:${purchaseId}` }) as const;

/** Whether a higher price waits for the approval of another operator, which keeps the claim. */
const isAwaitingApproval = ({ overrunMinor, overrunApprovedById }: Purchase) =>
  overrunMinor !== null && overrunApprovedById === null;

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
  await rejectUnlessClaimed(manager, purchase);
  return purchase;
}

/** @throws HttpError 409 when the claim has lapsed of a purchase that no other operator holds. */
export async function rejectUnlessClaimed(manager: EntityManager, purchase: Purchase): Promise<void> {
  if (!isClaimed(purchase, await databaseNow(manager)))
    throw conflict('Claim this purchase before you buy the course.');
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
  if (await isHeld(manager, purchase.paymentId))
    throw conflict(
      'A report or suspension about this request is open, so the course must not be bought now.',
    );
  const refunds = await rejectWhileMoneyMoves(manager, purchase);
  const hasFailed = refunds.some(({ origin, status }) => origin === 'settlement' && status === 'failed');
  // The order would spend it, and the payer never get it back.
  if (hasFailed && (await findOwedExcess(manager, purchase.paymentId)))
    throw conflict(
      'What was paid above the price has not gone back: its refund has failed. Request that refund again, or refund the payment.',
    );
  const choice = await manager.findOneBy(PriceChoiceEntity, { purchaseId: purchase.id, status: 'waiting' });
  if (choice)
    throw conflict(`The payer is asked about a higher price until ${dayFormat.format(choice.dueAt)}.`);
  if (ownerId === operatorId || !claimedUntil || !isClaimed(purchase, await databaseNow(manager))) return;
  const until = isAwaitingApproval(purchase)
    ? 'another operator approves the higher price'
    : `${claimedUntil.toISOString().slice(11, 16)} UTC`;
  throw conflict(`${who} claimed this purchase until ${until}.`);
}

/**
 * Returns the refunds of the payments for the course that have ended. The caller holds the row lock of the request, without which
 * no refund is requested or recorded.
 * @throws HttpError 409 while one of the payments is disputed or being refunded.
 */
export async function rejectWhileMoneyMoves(manager: EntityManager, purchase: Purchase): Promise<Refund[]> {
  if (await isFrozen(manager, purchase.requestId))
    throw conflict('The payment is disputed, so the course must not be bought now.');
  const { payment, added } = await findContributions(manager, purchase);
  const paymentId = In([payment, ...added].map(({ id }) => id));
  // The rest of an earlier order is borne by the fund, whatever the course costs now.
  const refunds = await manager.findBy(RefundEntity, { paymentId, isRest: false });
  if (refunds.some(({ status }) => isRefundOpen(status)))
    throw conflict('The payment is being refunded, so the course must not be bought now.');
  return refunds;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/**
 * Returns the purchase of the current payment of a request with its row lock; undefined when none was queued. The caller
 * holds the row lock of the request.
 */
export async function lockPurchaseOf(
  manager: EntityManager,
  requestId: string,
): Promise<Purchase | undefined> {
  const known = await row<{ id: string }>(
    manager,
    `SELECT p.id FROM purchases p JOIN payments y ON y.id = p.payment_id AND y.status = 'approved'
     WHERE p.request_id = $1`,
    [requestId],
  );
  if (!known) return undefined;
  return lockRow<Purchase>(manager, PurchaseEntity, { id: known.id });
}

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
  const withdrawsOverrun = purchase.ownerId !== operatorId && purchase.overrunApprovedById === null;
  if (withdrawsOverrun) await withdrawPendingAct(manager, overrunOf(purchaseId));
  await manager.update(PurchaseEntity, purchaseId, {
    status: 'claimed',
    ownerId: operatorId,
    claimedUntil: () => claimEnd,
    ...(withdrawsOverrun && { overrunMinor: null, overrunById: null }),
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
