import type { DataSource, EntityManager } from 'typeorm';
import { dayMs } from '#contracts/durations.ts';
import { formatMinor } from '#contracts/money.ts';
import { moneyRules } from '#contracts/payments/money-rules.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { resumeCase } from '#services/cases/case-waiting.ts';
import { notifyApproversJob } from '#services/cases/cases.jobs.ts';
import { openCase } from '#services/cases/open-case.ts';
import { findLeftMinor } from '#services/disputes/disputes.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import {
  databaseNow,
  insertOnce,
  lockRow,
  row,
  rows,
  type SqlClient,
  updateReturning,
} from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { publishPurchase } from '../buy-purchase.ts';
import { decidePrice, findContributions } from '../contributions.ts';
import { purchaseCase, withdrawChoice } from '../end-purchase.ts';
import { lockOwnPurchase, lockPurchase, type PurchaseAction } from '../lock-purchase.ts';
import { type PriceChoice, PriceChoiceEntity, type Purchase, PurchaseEntity } from '../purchase.entity.ts';
import { failPurchase } from '../requeue-purchase.ts';

/**
 * Asks the payer about a price above 115 % of what was paid: pay the difference, or take the money back. The purchase
 * returns to the queue and cannot be claimed until the answer or its last day.
 * @param question.priceMinor what the course costs now, in minor units of the payment's currency
 * @throws HttpError 404; 409 when this operator does not hold the purchase, or the price is not one for the payer.
 */
export async function askPayer(
  manager: EntityManager,
  { priceMinor, message, ...action }: PurchaseAction & { priceMinor: number; message: string },
): Promise<PriceChoice> {
  const purchase = await lockOwnPurchase(manager, action);
  const contributions = await findContributions(manager, purchase);
  const { currency } = contributions.payment;
  if (decidePrice(contributions.priceMinor, priceMinor, currency) !== 'payer')
    throw conflict(
      'The payer is asked about a price above 115 % only. Record the order, or ask a second operator.',
    );
  const differenceMinor = priceMinor - contributions.priceMinor;
  const { operatorId } = action;
  return insertQuestion(manager, purchase, { priceMinor, differenceMinor, message, operatorId, currency });
}

/**
 * Asks the payer of a short payment for what is missing to the price, as {@link askPayer} does about a higher price. The purchase
 * was queued in the caller's transaction, which holds the row lock of the request.
 * @param question.missingMinor in minor units of the payment's currency
 */
export async function askForMissing(
  manager: EntityManager,
  question: { paymentId: string; missingMinor: number; message: string; operatorId: string },
): Promise<PriceChoice> {
  const { paymentId, missingMinor: differenceMinor, message, operatorId } = question;
  const purchase = await manager.findOneByOrFail(PurchaseEntity, { paymentId });
  const { payment, priceMinor: paidMinor } = await findContributions(manager, purchase);
  const amounts = { priceMinor: paidMinor + differenceMinor, differenceMinor, currency: payment.currency };
  return insertQuestion(manager, purchase, { ...amounts, message, operatorId, isShortPayment: true });
}

type NewQuestion = Pick<PriceChoice, 'priceMinor' | 'differenceMinor' | 'message'> & {
  operatorId: string;
  currency: string;
  isShortPayment?: boolean;
};

async function insertQuestion(
  manager: EntityManager,
  purchase: Purchase,
  { operatorId, currency, isShortPayment = false, ...question }: NewQuestion,
): Promise<PriceChoice> {
  const choice = await insertOnce(manager, PriceChoiceEntity, {
    ...question,
    purchaseId: purchase.id,
    isShortPayment,
    askedById: operatorId,
    dueAt: new Date((await databaseNow(manager)).getTime() + moneyRules.answerDays * dayMs),
  });
  if (!choice) throw conflict('The payer is being asked already.');
  await manager.update(PurchaseEntity, purchase.id, { status: 'queued', ownerId: null, claimedUntil: null });
  const amount = formatMinor(question.priceMinor, currency);
  await recordAudit(manager, 'purchase.payer_asked', purchase.id, amount, operatorId);
  await enqueue(manager, deliverMail, { mail: 'price-question', id: choice.id });
  await publishPurchase(manager, purchase);
  return choice;
}

/**
 * Takes the question to the payer back, for example because the price has fallen again.
 * @throws HttpError 404; 409 when no question waits, or the payer has the payment page open.
 */
export async function withdrawQuestion(
  manager: EntityManager,
  { purchaseId, operatorId }: PurchaseAction,
): Promise<void> {
  const purchase = await lockPurchase(manager, purchaseId);
  await rejectWhilePaying(manager, purchaseId);
  if (!(await withdrawChoice(manager, purchaseId))) throw conflict('No question to the payer is waiting.');
  await recordAudit(manager, 'purchase.question_withdrawn', purchaseId, '', operatorId);
  await publishPurchase(manager, purchase);
}

/** @throws HttpError 409 while the payer has the page of the difference open, so that the question is not taken back. */
export async function rejectWhilePaying(client: SqlClient, purchaseId: string): Promise<void> {
  const paying = await row(
    client,
    `SELECT 1 FROM payments p JOIN price_choices c ON c.id = p.price_choice_id
     WHERE c.purchase_id = $1 AND c.status = 'waiting' AND p.status IN ('initiating', 'pending')`,
    [purchaseId],
  );
  if (paying) throw conflict('The payer has begun to pay the difference. Please wait for the answer.');
}

/** Records that the payer has paid the difference: the course can be bought for the new price. */
export async function acceptDifference(
  manager: EntityManager,
  { id, purchaseId }: PriceChoice,
  { amountMinor, currency, payerId }: Payment,
): Promise<void> {
  await manager.update(PriceChoiceEntity, id, { status: 'paid', answeredAt: () => 'now()' });
  const detail = `The payer has paid the difference: ${formatMinor(amountMinor, currency)}.`;
  await recordAudit(manager, 'purchase.difference_paid', purchaseId, detail, payerId);
  const about = purchaseCase(purchaseId);
  // The case may have been released while it waited.
  if (!(await resumeCase(manager, about, { detail }))) await openCase(manager, { ...about, summary: detail });
}

const reasons = {
  refund: 'The price has risen, and the payer takes the money back.',
  expired: 'The price has risen, and the payer did not answer in time.',
} as const;
// The payer reads it.
const shortReason = 'Less than the price of the course was paid, and the difference was not.';

/**
 * Ends a purchase whose payer does not pay the difference, and requests the refund of everything that was paid for it; an
 * operator approves it. The caller holds the row locks of request, purchase and question.
 */
export async function returnMoney(
  manager: EntityManager,
  { id, purchaseId, isShortPayment }: PriceChoice,
  answer: keyof typeof reasons,
): Promise<void> {
  await manager.update(PriceChoiceEntity, id, { status: answer, answeredAt: () => 'now()' });
  const reason = isShortPayment ? shortReason : reasons[answer];
  const main = await failPurchase(manager, { purchaseId, reason, isMoneyBack: false });
  const { added } = await findContributions(manager, { id: purchaseId, paymentId: main.id });
  for (const payment of [main, ...added]) await requestReturn(manager, payment, reason);
}

/** Requests the refund of all that is left of a payment. A payment with an open refund gets none: see {@link requestOwedReturn}. */
async function requestReturn(manager: EntityManager, payment: Payment, reason: string): Promise<void> {
  const amountMinor = await findLeftMinor(manager, payment);
  if (amountMinor === 0) return;
  const currency = payment.capturedCurrency ?? payment.currency;
  const isReasonForPayer = reason === shortReason;
  const refund = {
    paymentId: payment.id,
    origin: 'payer',
    amountMinor,
    currency,
    reason,
    isReasonForPayer,
  } as const;
  if (await insertOnce(manager, RefundEntity, refund)) await enqueue(manager, notifyApproversJob, {});
}

/** A purchase that ended without a course, with the answer of a payer who did not pay the difference. */
interface EndedPurchase {
  answer: keyof typeof reasons | null;
  /** Whether that question was about a short payment. */
  isShortPayment: boolean;
}

/** Returns the purchase of this payment, or of the difference that it paid, if that has ended without a course. */
export function findEndedPurchase(
  manager: EntityManager,
  { id, priceChoiceId }: Payment,
): Promise<EndedPurchase | undefined> {
  return row<EndedPurchase>(
    manager,
    `SELECT c.status AS answer, coalesce(c.is_short_payment, false) AS "isShortPayment"
     FROM purchases p LEFT JOIN LATERAL (SELECT c.status, c.is_short_payment FROM price_choices c
       WHERE c.purchase_id = p.id AND c.status IN ('refund', 'expired') ORDER BY c.answered_at DESC LIMIT 1) c ON true
     WHERE p.status = 'failed' AND p.id = coalesce(
       (SELECT purchase_id FROM price_choices WHERE id = $2), (SELECT id FROM purchases WHERE payment_id = $1))`,
    [id, priceChoiceId],
  );
}

/**
 * Requests the refund that a payer chose while the rest of an earlier order was still under way, once that has ended. Does nothing
 * when it was requested before. The caller holds the row lock of the request.
 */
export async function requestOwedReturn(
  manager: EntityManager,
  payment: Payment,
  { answer, isShortPayment }: EndedPurchase,
): Promise<void> {
  if (answer === null || (await manager.existsBy(RefundEntity, { paymentId: payment.id, isRest: false })))
    return;
  await requestReturn(manager, payment, isShortPayment ? shortReason : reasons[answer]);
}

// A payer who has begun to pay is given the time of the payment page, whose money would come too late otherwise.
const isOver = `c.status = 'waiting' AND c.due_at < now() AND NOT EXISTS (SELECT 1 FROM payments p
  WHERE p.price_choice_id = c.id AND p.status IN ('initiating', 'pending') AND p.created_at > now() - interval '1 hour')`;

/** Reminds payers two days before the last day to answer, and gives the money back after it. Idempotent. */
export async function followUpChoices(db: DataSource): Promise<{ asked: number; expired: number }> {
  const asked = await inTransaction(db, remindPayers);
  const over = await rows<{ id: string; purchaseId: string }>(
    db,
    `SELECT c.id, c.purchase_id AS "purchaseId" FROM price_choices c WHERE ${isOver} ORDER BY c.due_at LIMIT 500`,
  );
  for (const { id, purchaseId } of over)
    await inTransaction(db, async (manager) => {
      await lockPurchase(manager, purchaseId);
      const choice = await lockRow<PriceChoice>(manager, PriceChoiceEntity, { id });
      if (choice?.status !== 'waiting') return;
      await returnMoney(manager, choice, 'expired');
      await enqueue(manager, deliverMail, { mail: 'price-question-expired', id });
    });
  return { asked, expired: over.length };
}

async function remindPayers(manager: EntityManager): Promise<number> {
  const reminded = await updateReturning<PriceChoice>(manager, PriceChoiceEntity, {
    change: 'reminded_at = now()',
    condition: `r.status = 'waiting' AND r.reminded_at IS NULL AND r.due_at > now()
      AND r.due_at < now() + interval '2 days'`,
  });
  for (const { id } of reminded)
    await enqueue(manager, deliverMail, { mail: 'price-question', id, revision: 1 });
  return reminded.length;
}
