import type { EntityManager } from 'typeorm';
import { expectAnswer, resumeCase } from '#services/cases/case-waiting.ts';
import { CaseEntity } from '#services/cases/cases.entity.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { openCase } from '#services/cases/open-case.ts';
import { isFrozen } from '#services/disputes/disputes.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { purchaseCase } from './end-purchase.ts';
import { lockPurchaseOf } from './lock-purchase.ts';
import { type Purchase, PurchaseCodeEntity, PurchaseEntity } from './purchase.entity.ts';

const caseRow = (purchase: Purchase) => {
  const { kind, subject } = purchaseCase(purchase.id);
  return { kind, subjectType: subject.type, subjectId: subject.id, status: 'waiting' } as const;
};

/**
 * A course must not be bought while a payment for it is disputed, so its case waits for the bank until a time, unless it waits for
 * another answer. The caller holds the row lock of the request.
 */
export async function holdDisputedPurchase(
  manager: EntityManager,
  requestId: string,
  until: Date,
): Promise<void> {
  const purchase = await lockPurchaseOf(manager, requestId);
  if (purchase?.status !== 'queued' && purchase?.status !== 'claimed') return;
  if (await manager.existsBy(CaseEntity, caseRow(purchase))) return;

  const detail = 'The payment is disputed. The course can be bought once that has ended.';
  await expectAnswer(manager, purchaseCase(purchase.id), { on: 'bank', matter: 'dispute', until, detail });
}

/** Ends the waiting of {@link holdDisputedPurchase}, once no payment for the course is disputed. */
export async function resumeDisputedPurchase(
  manager: EntityManager,
  requestId: string,
  detail: string,
): Promise<void> {
  const purchase = await lockPurchaseOf(manager, requestId);
  if (!purchase || (await isFrozen(manager, requestId))) return;
  if (await manager.existsBy(CaseEntity, { ...caseRow(purchase), waitingFor: 'dispute' }))
    await resumeCase(manager, purchaseCase(purchase.id), { detail });
}

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
