import type { EntityManager } from 'typeorm';
import { chargeFor } from '#contracts/money.ts';
import type { payDifference as contract } from '#contracts/purchases/price-choices.ts';
import type { Handler } from '#services/deps.ts';
import { createPayment } from '#services/payments/create-payment.ts';
import { findOpenPayment } from '#services/payments/find-open-payment.ts';
import { openPaymentPage, type ReservedPayment } from '#services/payments/open-payment-page.ts';
import type { Config } from '#services/platform/config.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { rejectWhileMoneyMoves } from '../lock-purchase.ts';
import { lockOwnChoice, rejectUnlessWaiting } from './lock-own-choice.ts';

/**
 * The payer's answer to a higher price: starts the payment of the difference. Idempotent, like the first payment: a
 * second call returns the same transaction. The answer counts when the provider reports the money.
 * @throws HttpError 404; 409 when the question no longer takes an answer, or the payment is disputed or refunded.
 */
export const payDifference: Handler<typeof contract> = async ({ params, caller }, deps) => {
  const reserved = await inTransaction(deps.db, (manager) =>
    reserveDifference(manager, params.id, caller.id, deps.config),
  );
  return openPaymentPage(reserved, 'The difference to the new price of the course', deps);
};

async function reserveDifference(
  manager: EntityManager,
  choiceId: string,
  payerId: string,
  config: Config,
): Promise<ReservedPayment> {
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
