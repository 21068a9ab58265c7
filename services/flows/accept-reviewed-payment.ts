import type { DataSource, EntityManager } from 'typeorm';
import { formatMinor } from '#contracts/money.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { claimCase } from '#services/cases/case-ownership.ts';
import { expectAnswer } from '#services/cases/case-waiting.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { openCase } from '#services/cases/open-case.ts';
import { findLeftMinor } from '#services/disputes/disputes.ts';
import { type Acceptance, decideAcceptance, missingObstacle } from '#services/payments/decide-acceptance.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { lockPayment, PAYMENTS_CHANNEL } from '#services/payments/payments.ts';
import { nextReceiptNumber } from '#services/payments/receipts.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { notifyAfterCommit } from '#services/platform/database/transaction.ts';
import { conflict } from '#services/platform/errors.ts';
import { purchaseCase } from '#services/purchases/end-purchase.ts';
import { requestExcess } from '#services/purchases/excess.ts';
import { askForMissing } from '#services/purchases/price-choices/price-choices.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { completeApproval } from './approve-sponsorship.ts';

/** How an operator accepts a payment under review. */
interface ReviewDecision {
  paymentId: string;
  operatorId: string;
  /** Asks the payer for what is missing to the price; otherwise the completion fund or a second operator bears it. */
  rest?: { message: string } | undefined;
}

/** Why a payment is not accepted in a way, or its meaning for the course; see {@link decideAcceptance}. */
type AcceptanceView = { obstacle: string } | (Acceptance & { currency: string });

/**
 * Accepts a payment under review for the request that it was made for, in the caller's transaction: what is above the price goes
 * back, and what is missing is asked of the payer on demand, as for a higher price (decision 039). What follows from an approval is
 * done at once, so that the review's case ends with that of the purchase. @throws HttpError 409 when the payment cannot be
 * accepted so, for example because the request was funded meanwhile
 */
export async function acceptReviewedPayment(
  manager: EntityManager,
  { paymentId, operatorId, rest }: ReviewDecision,
): Promise<Acceptance> {
  const { payment, request } = await lockPayment(manager, paymentId);
  const view = await decide(manager, payment, request, rest !== undefined);
  if ('obstacle' in view) throw conflict(view.obstacle);
  const { priceMinor, excessMinor, missingMinor, currency } = view;
  await manager.update(PaymentEntity, paymentId, {
    status: 'approved',
    priceMinor,
    feeMinor: 0,
    amountMinor: priceMinor,
    reviewReason: null,
    receiptNumber: nextReceiptNumber,
  });
  const reason = `Accepted with ${formatMinor(priceMinor, currency)} for the course.`;
  await recordAudit(manager, 'payment.accepted', paymentId, reason, operatorId);
  await moveRequest(manager, request, { to: 'paid' });
  const review = { kind: 'payment_review', subject: { type: 'payment', id: paymentId } } as const;
  // Before the purchase is queued, which may open another review of the same payment.
  await closeCase(manager, review, { outcome: 'accepted', reason, actorId: operatorId });
  await completeApproval(manager, paymentId);
  if (excessMinor > 0) await requestExcess(manager, { paymentId, amountMinor: excessMinor, currency });
  if (rest) await askAndWait(manager, { paymentId, operatorId, missingMinor, ...rest });
  publishChange(manager, request.learnerId, payment.payerId);
  notifyAfterCommit(manager, PAYMENTS_CHANNEL);
  return view;
}

/** Returns {@link acceptReviewedPayment}'s decision about a payment, to show it. */
export async function previewAcceptance(
  client: DataSource | EntityManager,
  paymentId: string,
  asksForRest: boolean,
): Promise<AcceptanceView> {
  const payment = await client.getRepository(PaymentEntity).findOneByOrFail({ id: paymentId });
  const request = await client.getRepository(HelpRequestEntity).findOneByOrFail({ id: payment.requestId });
  return decide(client, payment, request, asksForRest);
}

async function decide(
  client: DataSource | EntityManager,
  payment: Payment,
  request: HelpRequest,
  asksForRest: boolean,
): Promise<AcceptanceView> {
  const leftMinor = await findLeftMinor(client, payment);
  const now = await databaseNow('manager' in client ? client.manager : client);
  const decision = decideAcceptance({ payment, request, leftMinor, now });
  if ('obstacle' in decision) return decision;
  const obstacle = missingObstacle(decision, payment, asksForRest);
  return obstacle ? { obstacle } : { ...decision, currency: payment.currency };
}

async function askAndWait(
  manager: EntityManager,
  question: { paymentId: string; operatorId: string; missingMinor: number; message: string },
): Promise<void> {
  const { purchaseId, dueAt } = await askForMissing(manager, question);
  const reason = 'The payer is asked for the rest of the price.';
  const about = purchaseCase(purchaseId);
  const caseId = await openCase(manager, { ...about, summary: reason });
  await claimCase(manager, { caseId, operatorId: question.operatorId });
  await expectAnswer(manager, about, { on: 'sponsor', matter: 'price', until: dueAt, detail: reason });
}
