import type { EntityManager } from 'typeorm';
import { recordAudit } from '#services/cases/audit-log.ts';
import { lockPayment } from '#services/payments/payments.ts';
import { conflict } from '#services/platform/errors.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { approveRefund, requestRefund } from '#services/refunds/request-refund.ts';
import { findDisputedMinor, findLeftMinor } from './disputes.ts';

type RequestInput = Parameters<typeof requestRefund>;
type ApproveInput = Parameters<typeof approveRefund>;

/**
 * {@link requestRefund}, for operators: of what disputes leave of the payment.
 * @throws HttpError 409 also when a dispute gives back all that is left
 */
export async function requestRefundUnlessDisputed(...[manager, input, rule]: RequestInput): Promise<Refund> {
  const { payment, disputedMinor } = await lockDisputed(manager, input.paymentId);
  if (disputedMinor > 0 && (await findLeftMinor(manager, payment)) === 0) throw conflict(disputed);
  return requestRefund(manager, { ...input, disputedMinor }, rule);
}

/**
 * {@link approveRefund}, of what is left of the payment: since the refund was requested, a dispute or the provider's dashboard
 * may have given back a part.
 * @throws HttpError 409 also when all of it was given back, or a dispute does so
 */
export async function approveRefundUnlessDisputed(...[manager, input, rule]: ApproveInput): Promise<Refund> {
  const refund = await manager.findOneBy(RefundEntity, { id: input.refundId });
  if (refund) await reduceToRest(manager, refund);
  return approveRefund(manager, input, rule);
}

async function reduceToRest(manager: EntityManager, { id, paymentId }: Refund): Promise<void> {
  const { payment, disputedMinor } = await lockDisputed(manager, paymentId);
  const { amountMinor, status } = await manager.findOneByOrFail(RefundEntity, { id });
  if (status !== 'pending') return;
  const leftMinor = await findLeftMinor(manager, payment, { refundId: id });
  if (leftMinor >= amountMinor) return;
  if (leftMinor === 0) throw conflict(disputedMinor > 0 ? disputed : 'Nothing of this payment is left.');
  await manager.update(RefundEntity, id, { amountMinor: leftMinor });
  await recordAudit(manager, 'refund.reduced', `refund:${id}`, 'The other part was given back since.');
}

const disputed =
  'A dispute of this payment is accepted or lost, or accepting it waits for approval. It gives the money back.';

async function lockDisputed(manager: EntityManager, paymentId: string) {
  // Accepting a dispute locks it too.
  const { payment } = await lockPayment(manager, paymentId);
  return { payment, disputedMinor: await findDisputedMinor(manager, paymentId) };
}
