import type { EntityManager } from 'typeorm';
import { findLeftMinor } from '#services/disputes/left-of-payment.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { findGiven } from '../find-given.ts';
import { failPurchase } from '../requeue-purchase.ts';
import { type PriceChoice, PriceChoiceEntity } from './price-choice.entity.ts';

const reasons = {
  refund: 'The price has risen, and the payer takes the money back.',
  expired: 'The price has risen, and the payer did not answer in time.',
} as const;

/**
 * Ends a purchase whose payer does not pay the difference, and requests the refund of everything that was paid for it; an
 * operator approves it. The caller holds the row locks of request, purchase and question.
 */
export async function returnMoney(
  manager: EntityManager,
  { id, purchaseId }: PriceChoice,
  answer: keyof typeof reasons,
): Promise<void> {
  await manager.update(PriceChoiceEntity, id, { status: answer, answeredAt: () => 'now()' });
  const reason = reasons[answer];
  const main = await failPurchase(manager, { purchaseId, reason, isMoneyBack: false });
  const { added } = await findGiven(manager, { id: purchaseId, paymentId: main.id });
  for (const payment of [main, ...added]) {
    const amountMinor = await findLeftMinor(manager, payment);
    if (amountMinor === 0) continue;
    const currency = payment.capturedCurrency ?? payment.currency;
    const refund = { paymentId: payment.id, origin: 'payer', amountMinor, currency, reason } as const;
    await insertOnce(manager, RefundEntity, refund);
  }
}
