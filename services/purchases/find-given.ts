import type { EntityManager } from 'typeorm';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { rows } from '#services/platform/database/sql.ts';
import type { Purchase } from './purchase.entity.ts';

/** What was paid for a course. */
export interface Given {
  /** The payment that the purchase belongs to. */
  payment: Payment;
  /** Payments of a price difference that came later, oldest first. */
  added: Payment[];
  /** What all of them were given for the course, without service fees, in minor units. */
  priceMinor: number;
}

/** Returns what was paid for the course of a purchase. */
export async function findGiven(
  manager: EntityManager,
  { id, paymentId }: Pick<Purchase, 'id' | 'paymentId'>,
): Promise<Given> {
  const payment = await manager.findOneByOrFail(PaymentEntity, { id: paymentId });
  const found = await rows<{ id: string }>(
    manager,
    `SELECT p.id FROM payments p JOIN price_choices c ON c.id = p.price_choice_id
     WHERE c.purchase_id = $1 AND p.status = 'added' ORDER BY p.created_at, p.id`,
    [id],
  );
  const added: Payment[] = [];
  for (const one of found) added.push(await manager.findOneByOrFail(PaymentEntity, { id: one.id }));
  const priceMinor = added.reduce((sum, one) => sum + one.priceMinor, payment.priceMinor);
  return { payment, added, priceMinor };
}
