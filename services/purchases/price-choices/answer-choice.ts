import type { EntityManager } from 'typeorm';
import { chargeFor } from '#contracts/money.ts';
import type * as contracts from '#contracts/purchases/price-choices.ts';
import type { Handler } from '#services/deps.ts';
import { openPaymentPage } from '#services/payments/open-payment-page.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { createPayment, findOpenPayment } from '#services/payments/payments.ts';
import type { Config } from '#services/platform/config.ts';
import { databaseNow, lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { lockPurchase, rejectWhileMoneyMoves } from '../lock-purchase.ts';
import { type PriceChoice, PriceChoiceEntity, PurchaseEntity } from '../purchase.entity.ts';
import { returnMoney } from './price-choices.ts';

/**
 * Returns a payer's own question with its purchase and payment, locked after request and purchase. @throws HttpError 404 for
 * another payer.
 */
async function lockOwnChoice(manager: EntityManager, choiceId: string, payerId: string) {
  const known = await manager.findOneBy(PriceChoiceEntity, { id: choiceId });
  const about = known && (await manager.findOneBy(PurchaseEntity, { id: known.purchaseId }));
  const payment = about && (await manager.findOneBy(PaymentEntity, { id: about.paymentId, payerId }));
  if (!payment) throw notFound('There is no such question about a price.');
  const purchase = await lockPurchase(manager, about.id);
  const choice = await lockRow<PriceChoice>(manager, PriceChoiceEntity, { id: choiceId });
  if (!choice) throw notFound('There is no such question about a price.');
  return { choice, purchase, payment };
}

const answered: Record<Exclude<PriceChoice['status'], 'waiting'>, string> = {
  paid: 'You have paid the difference already. Thank you!',
  refund: 'You have asked for your money back already. We are sending it.',
  expired: 'The time to answer is over. We are sending your money back.',
  withdrawn: 'This question is settled: you need not answer it any more.',
};

/** @throws HttpError 409 when the question no longer takes an answer, saying why. */
async function rejectUnlessWaiting(manager: EntityManager, choice: PriceChoice): Promise<void> {
  if (choice.status !== 'waiting') throw conflict(answered[choice.status]);
  if (choice.dueAt <= (await databaseNow(manager))) throw conflict(answered.expired);
}

/**
 * The payer's answer to a higher price: starts the payment of the difference. Idempotent, like the first payment: a
 * second call returns the same transaction. The answer counts when the provider reports the money.
 * @throws HttpError 404; 409 when the question no longer takes an answer, or the payment is disputed or refunded.
 */
export const payDifference: Handler<typeof contracts.payDifference> = async ({ params, caller }, deps) => {
  const reserved = await inTransaction(deps.db, (manager) =>
    reserveDifference(manager, params.id, caller.id, deps.config),
  );
  return openPaymentPage(reserved, 'The difference to the new price of the course', deps);
};

async function reserveDifference(manager: EntityManager, choiceId: string, payerId: string, config: Config) {
  const { choice, purchase, payment: first } = await lockOwnChoice(manager, choiceId, payerId);
  await rejectUnlessWaiting(manager, choice);
  await rejectWhileMoneyMoves(manager, purchase);
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: purchase.requestId });
  const charge = chargeFor(choice.differenceMinor, config.payment.serviceFeeBasisPoints);
  const now = await databaseNow(manager);
  const open = await findOpenPayment(manager, { request, charge, payerId, now, config });
  if (open) return { payment: open, isNew: false };
  const wanted = {
    requestId: request.id,
    sponsorshipId: first.sponsorshipId,
    payerId,
    priceChoiceId: choice.id,
    charge,
    currency: first.currency,
    terms: request.terms,
  };
  return { payment: await createPayment(manager, wanted, config), isNew: true };
}

/**
 * The payer's answer to a higher price: the money goes back. Answering so again changes nothing.
 * @throws HttpError 404, or 409 when the question was answered otherwise or its time is over.
 */
export const takeMoneyBack: Handler<typeof contracts.takeMoneyBack> = async ({ params, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const { choice } = await lockOwnChoice(manager, params.id, caller.id);
    if (choice.status !== 'refund') {
      await rejectUnlessWaiting(manager, choice);
      await returnMoney(manager, choice, 'refund');
    }
    return { message: 'We are giving your money back, and write to you when it is on its way.' };
  });
