import type { EntityManager } from 'typeorm';
import { formatMinor } from '#contracts/money.ts';
import {
  type ApprovalRule,
  rejectUnlessApprover,
  requestApproval,
  withdrawPendingAct,
} from '#services/cases/approval.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { openCase } from '#services/cases/open-case.ts';
import { recordPurchase } from '#services/ledger/record-purchase.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { conflict, invalidField } from '#services/platform/errors.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type Contributions, decidePrice, findContributions } from './contributions.ts';
import { purchaseCase } from './end-purchase.ts';
import { claimEnd, lockOwnPurchase, lockPurchase, overrunOf, type PurchaseAction } from './lock-purchase.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';
import { requestRest } from './rests/request-rest.ts';

/** An order at the course's platform; amounts in minor units. */
export interface PlacedOrder extends PurchaseAction {
  orderNumber: string;
  chargedMinor: number;
  chargedCurrency: string;
  /** How many units of the payment's currency one unit of the charged currency costs; 1 for the same currency. */
  exchangeRate: number;
  /** Until when the code or gift can be redeemed; null without an end. */
  redeemBy: Date | null;
}

/**
 * Records that an operator has bought the course, with its real price in the ledger.
 * @throws HttpError 404; 409 when another operator holds or has bought it, or when the price needs a decision first;
 * 422 for a rate that does not fit the currencies.
 */
export async function buyPurchase(manager: EntityManager, order: PlacedOrder): Promise<Purchase> {
  const purchase = await lockOwnPurchase(manager, order);
  const contributions = await findContributions(manager, purchase);
  const { payment, added } = contributions;
  const spentMinor = spentOf(order, payment);
  rejectUndecidedPrice(purchase, contributions, spentMinor);
  const { purchaseId, operatorId, orderNumber, chargedMinor, chargedCurrency, exchangeRate, redeemBy } =
    order;
  const bought = {
    status: 'bought',
    claimedUntil: null,
    orderNumber,
    chargedMinor,
    chargedCurrency,
    exchangeRate,
    spentMinor,
    redeemBy,
  } as const;
  await manager.update(PurchaseEntity, purchaseId, { ...bought, boughtAt: () => 'now()' });
  await withdrawPendingAct(manager, overrunOf(purchaseId));
  const reference = `${purchaseId}:${purchase.attempt}`;
  await recordPurchase(manager, {
    requestId: purchase.requestId,
    paymentId: payment.id,
    addedPaymentIds: added.map(({ id }) => id),
    reference,
    priceMinor: spentMinor,
    currency: payment.currency,
    actorId: operatorId,
  });
  await requestRest(manager, { payments: [payment, ...added], attempt: purchase.attempt });
  await recordAudit(manager, 'purchase.bought', purchaseId, `Order ${orderNumber}`, operatorId);
  await publishPurchase(manager, purchase);
  return { ...purchase, ...bought };
}

/**
 * Requests the approval of a price above 105 % by another operator. A second call replaces the price and the approval.
 * @throws HttpError 404, or 409 when this operator does not hold the purchase or no approval is needed.
 */
export async function requestOverrun(
  manager: EntityManager,
  { spentMinor, reason = '', ...action }: PurchaseAction & { spentMinor: number; reason?: string },
): Promise<void> {
  const purchase = await lockOwnPurchase(manager, action);
  const { payment, priceMinor } = await findContributions(manager, purchase);
  if (decidePrice(priceMinor, spentMinor, payment.currency) !== 'second_operator')
    throw conflict('This price is not one that a second operator decides about.');
  await manager.update(PurchaseEntity, purchase.id, {
    overrunMinor: spentMinor,
    overrunById: action.operatorId,
    overrunApprovedById: null,
  });
  await withdrawPendingAct(manager, overrunOf(purchase.id));
  const { operatorId } = action;
  const summary = `A price of ${formatMinor(spentMinor, payment.currency)} waits for approval.`;
  const caseId = await openCase(manager, { ...purchaseCase(purchase.id), summary });
  await requestApproval(manager, { ...overrunOf(purchase.id), caseId, operatorId, reason });
}

/** For the operator who asked for a higher price and may not approve it. */
export const askedForPrice = 'You asked for this price yourself.';

/**
 * Approves the price that another operator asked for, who has the full time of a claim from then on to buy the course.
 * @throws HttpError 404; 409 when nothing was asked, the operator asked for it, or a lead has to approve it.
 */
export async function approveOverrun(
  manager: EntityManager,
  { purchaseId, operatorId }: PurchaseAction,
  rule: ApprovalRule,
): Promise<void> {
  const purchase = await lockPurchase(manager, purchaseId);
  if (purchase.overrunMinor === null || purchase.status !== 'claimed')
    throw conflict('No operator has asked for a higher price of this course.');
  const { currency } = await manager.findOneByOrFail(PaymentEntity, { id: purchase.paymentId });
  const { overrunById: requestedById, overrunMinor: amountMinor } = purchase;
  rejectUnlessApprover(rule, { requestedById, amountMinor, currency }, operatorId, askedForPrice);
  await manager.update(PurchaseEntity, purchaseId, {
    overrunApprovedById: operatorId,
    claimedUntil: () => claimEnd,
  });
  await withdrawPendingAct(manager, overrunOf(purchaseId));
  await recordAudit(
    manager,
    'purchase.overrun_approved',
    purchaseId,
    formatMinor(amountMinor, currency),
    operatorId,
  );
}

/**
 * Declines the price that an operator asked for, who has the full time of a claim from then on.
 * @throws HttpError 404; 409 when no price waits.
 */
export async function declineOverrun(
  manager: EntityManager,
  { purchaseId, operatorId }: PurchaseAction,
): Promise<void> {
  const { paymentId, ...purchase } = await lockPurchase(manager, purchaseId);
  const { status, overrunMinor, overrunApprovedById } = purchase;
  if (status !== 'claimed' || overrunMinor === null || overrunApprovedById !== null)
    throw conflict('No higher price of this course waits for approval.');
  const declined = { overrunMinor: null, overrunById: null, claimedUntil: () => claimEnd };
  await manager.update(PurchaseEntity, purchaseId, declined);
  await withdrawPendingAct(manager, overrunOf(purchaseId));
  const { currency } = await manager.findOneByOrFail(PaymentEntity, { id: paymentId });
  const price = formatMinor(overrunMinor, currency);
  await recordAudit(manager, 'purchase.overrun_declined', purchaseId, price, operatorId);
}

function spentOf({ chargedMinor, chargedCurrency, exchangeRate }: PlacedOrder, payment: Payment): number {
  const isSame = chargedCurrency === payment.currency;
  if (isSame ? exchangeRate !== 1 : !(exchangeRate > 0)) {
    const message = isSame
      ? 'The exchange rate is 1 for the currency of the payment.'
      : `Please enter the exchange rate from ${chargedCurrency} to ${payment.currency}.`;
    throw invalidField('exchangeRate', message);
  }
  return Math.round(chargedMinor * exchangeRate);
}

function rejectUndecidedPrice(
  purchase: Purchase,
  { payment, priceMinor }: Contributions,
  spentMinor: number,
): void {
  const decision = decidePrice(priceMinor, spentMinor, payment.currency);
  if (decision === 'fund') return;
  const amount = formatMinor(spentMinor, payment.currency);
  if (decision === 'payer')
    throw conflict(`${amount} is far more than was paid. Ask the payer before you buy the course.`);
  if (purchase.overrunApprovedById === null || spentMinor > (purchase.overrunMinor ?? 0))
    throw conflict(
      `${amount} is more than 105 % of what was paid. A second operator has to approve it first.`,
    );
}

/** Notifies learner and payer after the commit that a step of the purchase changed. */
export async function publishPurchase(manager: EntityManager, purchase: Purchase): Promise<void> {
  const { learnerId } = await manager.findOneByOrFail(HelpRequestEntity, { id: purchase.requestId });
  const { payerId } = await manager.findOneByOrFail(PaymentEntity, { id: purchase.paymentId });
  publishChange(manager, learnerId, payerId);
}
