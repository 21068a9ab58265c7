import type { EntityManager } from 'typeorm';
import { canMovePurchase } from '#contracts/purchases/purchase-status.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { lockPurchaseOf } from './lock-own-purchase.ts';
import { withdrawChoice } from './price-choices/withdraw-choice.ts';
import { PurchaseEntity } from './purchase.entity.ts';
import { PurchaseCodeEntity } from './purchase-code.entity.ts';
import { purchaseCase } from './queue-purchase.ts';
import { openCasesOfPayment } from './required-cases/open-required-cases.ts';

/** Ends the purchase of a request whose learner is enrolled, erases its code and closes its case. */
export async function completePurchase(
  manager: EntityManager,
  requestId: string,
  reason: string,
): Promise<void> {
  const purchase = await lockPurchaseOf(manager, requestId);
  if (!purchase || !canMovePurchase(purchase.status, 'redeemed')) return;
  await manager.update(PurchaseEntity, purchase.id, {
    status: 'redeemed',
    redeemedAt: () => 'now()',
    claimedUntil: null,
  });
  await withdrawChoice(manager, purchase.id);
  await manager.delete(PurchaseCodeEntity, { purchaseId: purchase.id });
  await closeCase(manager, purchaseCase(purchase.id), { outcome: 'enrolled', reason });
  // A refund may have been requested in this case.
  await openCasesOfPayment(manager, purchase.paymentId);
}
