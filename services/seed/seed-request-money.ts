import type { EntityManager } from 'typeorm';
import { dayMs } from '#contracts/durations.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { openCase } from '#services/cases/open-case.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { disputeDueAt } from '#services/disputes/disputes.ts';
import { recordPurchase } from '#services/ledger/record-purchase.ts';
import { recordRefund } from '#services/ledger/record-transaction.ts';
import { incidentSummary } from '#services/payments/incidents.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { purchaseCase, queuePurchase } from '#services/purchases/end-purchase.ts';
import { PurchaseCodeEntity, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { requestOwedRefund } from '#services/refunds/request-refund.ts';
import { encryptPassword } from '#services/requests/encrypt-password.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import type { SampleRequest } from './sample-requests.ts';

type SettledPayment = Pick<Payment, 'id' | 'amountMinor' | 'currency'>;

/** Opens the dispute of a sample payment with its case. */
export async function seedDispute(
  manager: EntityManager,
  { id, amountMinor, currency }: SettledPayment,
): Promise<void> {
  const openedAt = new Date();
  const dueAt = disputeDueAt(openedAt, currency);
  await manager.insert(DisputeEntity, {
    paymentId: id,
    providerId: `sample-${id}`,
    status: 'awaiting_merchant',
    amountMinor,
    currency,
    category: 'fraud',
    dueAt,
    openedAt,
  });
  const summary = incidentSummary('dispute_opened', 'fraud');
  await openCase(manager, { kind: 'dispute', subject: { type: 'payment', id }, summary, dueAt });
}

/** Requests the refund of a sample payment that arrived too late, with its case; an operator approves it. */
export async function seedOwedRefund(
  manager: EntityManager,
  { id, amountMinor, currency }: SettledPayment,
): Promise<void> {
  await requestOwedRefund(manager, { id, priceChoiceId: null }, { amountMinor, currency });
  const summary = 'The payment arrived too late and must be refunded.';
  await openCase(manager, { kind: 'refund', subject: { type: 'payment', id }, summary });
}

/** Inserts the processed refund of a sample payment, with its entry in the ledger. */
export async function seedProcessedRefund(
  manager: EntityManager,
  { id, amountMinor, currency }: SettledPayment,
): Promise<void> {
  const refund = manager.create(RefundEntity, {
    paymentId: id,
    origin: 'operator',
    status: 'processed',
    amountMinor,
    currency,
    reason: 'The platform no longer offers this course.',
    approvedAt: new Date(),
    calledAt: new Date(),
    processedAt: new Date(),
  });
  await manager.insert(RefundEntity, refund);
  await recordRefund(manager, { paymentId: id, reference: refund.id, amountMinor });
}

/**
 * Queues the purchase of a paid sample request. A sample that is bought has an order; one with a code is handed over as
 * well, and one whose learner is enrolled is redeemed.
 */
export async function seedPurchase(
  manager: EntityManager,
  request: HelpRequest,
  payment: Pick<Payment, 'id' | 'priceMinor' | 'currency'>,
  { isBought = false, code }: Pick<SampleRequest, 'isBought' | 'code'>,
  config: Pick<Config, 'credentialKeys'>,
): Promise<void> {
  const { courseTitle } = request;
  await queuePurchase(manager, { requestId: request.id, paymentId: payment.id, courseTitle });
  const isRedeemed = request.status !== 'paid';
  if (!isBought && !isRedeemed && code === undefined) return;
  const { id } = await manager.findOneByOrFail(PurchaseEntity, { paymentId: payment.id });
  // A little cheaper than asked, so that the completion fund has a rest.
  const spentMinor = payment.priceMinor - Math.floor(payment.priceMinor / 10);
  await manager.update(PurchaseEntity, id, {
    status: isRedeemed ? 'redeemed' : code === undefined ? 'bought' : 'handed_over',
    orderNumber: 'SAMPLE-1042',
    chargedMinor: spentMinor,
    chargedCurrency: payment.currency,
    exchangeRate: 1,
    spentMinor,
    boughtAt: new Date(Date.now() - dayMs),
    handedOverAt: isRedeemed || code !== undefined ? new Date(Date.now() - dayMs / 2) : null,
    redeemedAt: isRedeemed ? request.enrolledAt : null,
    redeemBy: new Date(Date.now() + 60 * dayMs),
  });
  if (isRedeemed)
    await closeCase(manager, purchaseCase(id), { outcome: 'enrolled', reason: 'The learner is enrolled.' });
  if (code !== undefined)
    await manager.insert(PurchaseCodeEntity, { purchaseId: id, ...encryptPassword(code, id, config) });
  await recordPurchase(manager, {
    requestId: request.id,
    paymentId: payment.id,
    reference: `${id}:1`,
    priceMinor: spentMinor,
    currency: payment.currency,
  });
}
