import type { EntityManager } from 'typeorm';
import { type Currency, minimumPriceMinor } from '#contracts/money.ts';
import { moneyRules } from '#contracts/payments/money-rules.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import type { Purchase } from './purchase.entity.ts';
import { isRestOwedSql } from './rests/owed-rests.ts';

/** The payments for a course. */
export interface Contributions {
  /** The payment that the purchase belongs to. */
  payment: Payment;
  /** Payments of a price difference that came later, oldest first. */
  added: Payment[];
  /** The sum of their prices for the course, without service fees and without rests that go back, in minor units. */
  priceMinor: number;
}

/** SQL: what the payers give for the course of the purchase `u`: {@link Contributions.priceMinor}. */
export const contributedMinorSql = `(SELECT sum(y.price_minor - (SELECT coalesce(sum(f.amount_minor), 0) FROM refunds f
    WHERE f.payment_id = y.id AND f.is_rest AND (f.status <> 'failed' OR ${isRestOwedSql})))::float8
  FROM (SELECT u.payment_id AS id UNION ALL SELECT d.id FROM price_choices q JOIN payments d ON d.price_choice_id = q.id
    WHERE q.purchase_id = u.id AND d.status = 'added') given JOIN payments y ON y.id = given.id)`;

/** Returns the payments for the course of a purchase. */
export async function findContributions(
  manager: EntityManager,
  { id, paymentId }: Pick<Purchase, 'id' | 'paymentId'>,
): Promise<Contributions> {
  const payment = await manager.findOneByOrFail(PaymentEntity, { id: paymentId });
  const differences = await rows<{ id: string }>(
    manager,
    `SELECT p.id FROM payments p JOIN price_choices c ON c.id = p.price_choice_id
     WHERE c.purchase_id = $1 AND p.status = 'added' ORDER BY p.created_at, p.id`,
    [id],
  );
  const added: Payment[] = [];
  for (const difference of differences)
    added.push(await manager.findOneByOrFail(PaymentEntity, { id: difference.id }));
  const price = await row<{ minor: number }>(
    manager,
    `SELECT ${contributedMinorSql} AS minor FROM purchases u WHERE u.id = $1`,
    [id],
  );
  return { payment, added, priceMinor: price?.minor ?? 0 };
}

const { fundPercent, approvalPercent } = moneyRules;

/** Who decides about the real price of a course. */
export type PriceDecision = 'fund' | 'second_operator' | 'payer';

/**
 * Returns who decides about a price: the completion fund takes the rest of a cheaper course and pays an overrun of up to
 * 5 %; a second operator approves up to 15 %, and a difference too small to be charged; beyond that the payer decides.
 * Amounts in minor units of the currency.
 */
export function decidePrice(givenMinor: number, spentMinor: number, currency: Currency): PriceDecision {
  if (spentMinor * 100 <= givenMinor * fundPercent) return 'fund';
  if (spentMinor - givenMinor < minimumPriceMinor[currency]) return 'second_operator';
  return spentMinor * 100 <= givenMinor * approvalPercent ? 'second_operator' : 'payer';
}
