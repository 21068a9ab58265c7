import type { EntityManager } from 'typeorm';
import { canMovePurchase } from '#contracts/purchases/purchase-status.ts';
import { withdrawPendingAct } from '#services/cases/approval.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { resumeCase } from '#services/cases/case-waiting.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { openCase } from '#services/cases/open-case.ts';
import { recordPurchaseReturn } from '#services/ledger/record-purchase.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { conflict } from '#services/platform/errors.ts';
import { publishPurchase } from './buy-purchase.ts';
import { findContributions } from './contributions.ts';
import { purchaseCase, withdrawChoice } from './end-purchase.ts';
import { lockPurchase, overrunOf } from './lock-purchase.ts';
import { type Purchase, PurchaseCodeEntity, PurchaseEntity } from './purchase.entity.ts';
import { withdrawRests } from './rests/request-rest.ts';

/** A purchase that came to nothing. */
export interface FailedPurchase {
  purchaseId: string;
  /** Undefined for the system. */
  operatorId?: string | undefined;
  reason: string;
  /** Whether the platform gave the price back; otherwise the completion fund pays for another attempt. */
  isMoneyBack: boolean;
}

/**
 * Puts a purchase back into the queue, to be bought once more.
 * @throws HttpError 404, or 409 when it has ended or its payment was given back.
 */
export async function requeuePurchase(manager: EntityManager, failed: FailedPurchase): Promise<void> {
  const purchase = await startOver(manager, failed, 'queued');
  const { status } = await manager.findOneByOrFail(PaymentEntity, { id: purchase.paymentId });
  if (status === 'reversed') throw conflict(givenBack);
  await manager.update(PurchaseEntity, purchase.id, {
    ...untouched,
    ...(purchase.boughtAt && {
      lastChargedMinor: purchase.chargedMinor,
      lastChargedCurrency: purchase.chargedCurrency,
      lastExchangeRate: purchase.exchangeRate,
    }),
    status: 'queued',
    attempt: purchase.attempt + (purchase.boughtAt ? 1 : 0),
  });
  await withdrawPendingAct(manager, overrunOf(purchase.id));
  const detail = `Buy again: ${failed.reason}`;
  await resumeCase(manager, purchaseCase(purchase.id), { detail });
  await openCase(manager, { ...purchaseCase(purchase.id), summary: detail });
}

/**
 * Ends a purchase that cannot be made, and opens the cases of the refunds that are left to make.
 * @throws HttpError 404, or 409 when it has ended.
 */
export async function failPurchase(manager: EntityManager, failed: FailedPurchase): Promise<Payment> {
  const purchase = await startOver(manager, failed, 'failed');
  await manager.update(PurchaseEntity, purchase.id, {
    status: 'failed',
    failureReason: failed.reason,
    claimedUntil: null,
  });
  const { reason, operatorId = null } = failed;
  await closeCase(manager, purchaseCase(purchase.id), { outcome: 'failed', reason, actorId: operatorId });
  const { payment, added } = await findContributions(manager, purchase);
  await withdrawChoice(manager, purchase.id);
  for (const { id, status } of [payment, ...added]) {
    if (status === 'reversed') continue;
    const subject = { type: 'payment', id } as const;
    await openCase(manager, { kind: 'refund', subject, summary: `The course cannot be bought: ${reason}` });
  }
  return payment;
}

/** Why a purchase is not made once more. */
export const givenBack =
  'The payment was given back, so the course cannot be bought again. End the purchase.';

const untouched = {
  ownerId: null,
  claimedUntil: null,
  orderNumber: null,
  chargedMinor: null,
  chargedCurrency: null,
  exchangeRate: null,
  spentMinor: null,
  overrunMinor: null,
  overrunById: null,
  overrunApprovedById: null,
  boughtAt: null,
  handedOverAt: null,
  redeemBy: null,
  codeSeenAt: null,
  notReceivedAt: null,
  remindedAt: null,
} as const;

async function startOver(
  manager: EntityManager,
  { purchaseId, operatorId, reason, isMoneyBack }: FailedPurchase,
  to: 'queued' | 'failed',
): Promise<Purchase> {
  const purchase = await lockPurchase(manager, purchaseId);
  if (!canMovePurchase(purchase.status, to)) throw conflict('This purchase has ended, or was never begun.');
  if (isMoneyBack || to === 'failed') {
    const { payment, added } = await findContributions(manager, purchase);
    const promised = await withdrawRests(manager, [payment, ...added], {
      why: reason,
      // The rest of an earlier order is owed whatever the price of this one was, unless all of the payment goes back.
      attempt: to === 'failed' ? undefined : purchase.attempt,
    });
    const reference = `${purchaseId}:${purchase.attempt}`;
    if (isMoneyBack && purchase.boughtAt)
      await recordPurchaseReturn(manager, { reference, actorId: operatorId, promised });
  }
  await manager.delete(PurchaseCodeEntity, { purchaseId });
  await recordAudit(manager, `purchase.${to}`, purchaseId, reason, operatorId ?? null);
  await publishPurchase(manager, purchase);
  return purchase;
}
