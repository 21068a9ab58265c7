import type { EntityManager } from 'typeorm';
import { formatMinor } from '#contracts/money.ts';
import { openCase } from '#services/cases/open-case.ts';
import { recordAudit } from '#services/cases/record-audit.ts';
import { resumeCase } from '#services/cases/wait-for-answer.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import { purchaseCase } from '../queue-purchase.ts';
import { type PriceChoice, PriceChoiceEntity } from './price-choice.entity.ts';

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
