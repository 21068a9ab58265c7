import type { EntityManager } from 'typeorm';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { lockPurchase } from '../lock-purchase.ts';
import { type Purchase, PurchaseEntity } from '../purchase.entity.ts';
import { type PriceChoice, PriceChoiceEntity } from './price-choice.entity.ts';

/** A question with the purchase and payment that it is about, locked. */
export interface LockedChoice {
  choice: PriceChoice;
  purchase: Purchase;
  payment: Payment;
}

/** Returns a payer's own question, locked after request and purchase. @throws HttpError 404 for another payer. */
export async function lockOwnChoice(
  manager: EntityManager,
  choiceId: string,
  payerId: string,
): Promise<LockedChoice> {
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
export async function rejectUnlessWaiting(manager: EntityManager, choice: PriceChoice): Promise<void> {
  if (choice.status !== 'waiting') throw conflict(answered[choice.status]);
  if (choice.dueAt <= (await databaseNow(manager))) throw conflict(answered.expired);
}
