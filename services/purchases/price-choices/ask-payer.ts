import type { EntityManager } from 'typeorm';
import { formatMinor } from '#contracts/money.ts';
import { recordAudit } from '#services/cases/record-audit.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { insertOnce, row } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { publishPurchase } from '../buy-purchase.ts';
import { decidePrice } from '../decide-price.ts';
import { findGiven } from '../find-given.ts';
import { lockOwnPurchase, lockPurchase, type PurchaseAction } from '../lock-purchase.ts';
import { PurchaseEntity } from '../purchase.entity.ts';
import { type PriceChoice, PriceChoiceEntity } from './price-choice.entity.ts';
import { withdrawChoice } from './withdraw-choice.ts';

/** How long a payer has to answer (docs/decisions/039). */
const answerDays = 7;
const dayMs = 86_400_000;

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
  const given = await findGiven(manager, purchase);
  const { currency } = given.payment;
  if (decidePrice(given.priceMinor, priceMinor, currency) !== 'payer')
    throw conflict(
      'The payer is asked about a price above 115 % only. Record the order, or ask a second operator.',
    );
  const choice = await insertOnce(manager, PriceChoiceEntity, {
    purchaseId: purchase.id,
    priceMinor,
    differenceMinor: priceMinor - given.priceMinor,
    message,
    askedById: action.operatorId,
    dueAt: new Date((await databaseNow(manager)).getTime() + answerDays * dayMs),
  });
  if (!choice) throw conflict('The payer is being asked already.');
  await manager.update(PurchaseEntity, purchase.id, { status: 'queued', ownerId: null, claimedUntil: null });
  const amount = formatMinor(priceMinor, currency);
  await recordAudit(manager, 'purchase.payer_asked', purchase.id, amount, action.operatorId);
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
  const paying = await row(
    manager,
    `SELECT 1 FROM payments p JOIN price_choices c ON c.id = p.price_choice_id
     WHERE c.purchase_id = $1 AND c.status = 'waiting' AND p.status IN ('initiating', 'pending')`,
    [purchaseId],
  );
  if (paying) throw conflict('The payer has begun to pay the difference. Please wait for the answer.');
  if (!(await withdrawChoice(manager, purchaseId))) throw conflict('No question to the payer is waiting.');
  await recordAudit(manager, 'purchase.question_withdrawn', purchaseId, '', operatorId);
  await publishPurchase(manager, purchase);
}
