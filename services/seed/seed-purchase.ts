import type { EntityManager } from 'typeorm';
import { closeCase } from '#services/cases/close-case.ts';
import { recordPurchase } from '#services/ledger/record-purchase.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { PurchaseCodeEntity } from '#services/purchases/purchase-code.entity.ts';
import { purchaseCase, queuePurchase } from '#services/purchases/queue-purchase.ts';
import { encryptPassword } from '#services/requests/encrypt-password.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';

const dayMs = 86_400_000;

/**
 * Queues the purchase of a paid sample request. A sample that is bought has an order; one with a code is handed over as
 * well, and one whose learner is enrolled is redeemed.
 */
export async function seedPurchase(
  manager: EntityManager,
  request: HelpRequest,
  payment: Pick<Payment, 'id' | 'priceMinor' | 'currency'>,
  {
    isBought,
    code,
    config,
  }: { isBought: boolean; code: string | undefined; config: Pick<Config, 'credentialKeys'> },
): Promise<void> {
  const { courseTitle } = request;
  await queuePurchase(manager, { requestId: request.id, paymentId: payment.id, courseTitle });
  const isRedeemed = request.status !== 'paid';
  if (!isBought && !isRedeemed && code === undefined) return;
  const { id } = await manager.findOneByOrFail(PurchaseEntity, { paymentId: payment.id });
  // A little cheaper than asked, so that the completion fund has a rest.
  const spentMinor = payment.priceMinor - Math.floor(payment.priceMinor / 10);
  await manager.update(PurchaseEntity, id, {
    status: isRedeemed ? 'redeemed' : code === undefined ? 'bought' : 'handed_over',
    orderNumber: 'SAMPLE-1042',
    chargedMinor: spentMinor,
    chargedCurrency: payment.currency,
    exchangeRate: 1,
    spentMinor,
    boughtAt: new Date(Date.now() - dayMs),
    handedOverAt: isRedeemed || code !== undefined ? new Date(Date.now() - dayMs / 2) : null,
    redeemedAt: isRedeemed ? request.enrolledAt : null,
    redeemBy: new Date(Date.now() + 60 * dayMs),
  });
  if (isRedeemed)
    await closeCase(manager, purchaseCase(id), { outcome: 'enrolled', reason: 'The learner is enrolled.' });
  if (code !== undefined)
    await manager.insert(PurchaseCodeEntity, { purchaseId: id, ...encryptPassword(code, id, config) });
  await recordPurchase(manager, {
    requestId: request.id,
    paymentId: payment.id,
    reference: `${id}:1`,
    priceMinor: spentMinor,
    currency: payment.currency,
  });
}
