import type { EntityManager } from 'typeorm';
import { closeCase } from '#services/cases/close-case.ts';
import { openCase } from '#services/cases/open-case.ts';
import { resumeCase } from '#services/cases/wait-for-answer.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';
import { PurchaseCodeEntity } from './purchase-code.entity.ts';
import { purchaseCase } from './queue-purchase.ts';

/**
 * Ends the purchase of a course that is handed over and whose payment is lost in a dispute: the learner can no longer be
 * enrolled. An order that is not handed over stays with the operators, who may get its price back from the platform: their case
 * waits for no one any more. The caller holds the row lock of the request.
 */
export async function endDisputedPurchase(
  manager: EntityManager,
  paymentId: string,
  reason: string,
): Promise<void> {
  const purchase = await lockRow<Purchase>(manager, PurchaseEntity, { paymentId });
  if (purchase?.status === 'bought') {
    const detail = `${reason} Cancel order ${purchase.orderNumber} if the platform allows it, and end the purchase.`;
    await resumeCase(manager, purchaseCase(purchase.id), { detail });
    await openCase(manager, { ...purchaseCase(purchase.id), summary: detail });
  }
  if (purchase?.status !== 'handed_over') return;
  await manager.update(PurchaseEntity, purchase.id, { status: 'failed', failureReason: reason });
  await manager.delete(PurchaseCodeEntity, { purchaseId: purchase.id });
  await closeCase(manager, purchaseCase(purchase.id), { outcome: 'disputed', reason });
}
