import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '#services/cases/audit-log.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import { lockPayment } from '#services/payments/payments.ts';
import type { SqlClient } from '#services/platform/database/sql.ts';
import { conflict } from '#services/platform/errors.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { rejectUnlessRefundable } from '#services/refunds/refund-rules.ts';
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
  await rejectUnlessLeft(manager, payment);
  return requestRefund(manager, { ...input, disputedMinor }, rule);
}

/**
 * The check of {@link requestRefundUnlessDisputed}, which holds the row lock of the payment.
 * @throws HttpError 409 when operators cannot refund the payment now, with the reason
 */
export async function rejectUnlessLeft(client: DataSource | EntityManager, payment: Payment): Promise<void> {
  const disputedMinor = await findDisputedMinor(client, payment.id);
  if (disputedMinor > 0 && (await findLeftMinor(client, payment)) === 0) throw conflict(disputed);
  const refunds = await client.getRepository(RefundEntity).findBy({ paymentId: payment.id });
  rejectUnlessRefundable(payment, refunds, disputedMinor);
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
  const { payment } = await lockPayment(manager, paymentId);
  const refund = await manager.findOneByOrFail(RefundEntity, { id });
  if (refund.status !== 'pending') return;
  const leftMinor = await findLeftMinor(manager, payment, { refundId: id });
  if (leftMinor === 0) await rejectApproval(manager, paymentId);
  if (leftMinor >= refund.amountMinor) return;
  await manager.update(RefundEntity, id, { amountMinor: leftMinor });
  await recordAudit(manager, 'refund.reduced', `refund:${id}`, 'The other part was given back since.');
}

/** Rejects the approval of a refund of a payment of which nothing is left. @throws HttpError 409 always, with the reason */
export async function rejectApproval(client: SqlClient, paymentId: string): Promise<never> {
  throw conflict(
    (await findDisputedMinor(client, paymentId)) > 0 ? disputed : 'Nothing of this payment is left.',
  );
}

const disputed =
  'A dispute of this payment is accepted or lost, or accepting it waits for approval. It gives the money back.';

async function lockDisputed(manager: EntityManager, paymentId: string) {
  // Accepting a dispute locks it too.
  const { payment } = await lockPayment(manager, paymentId);
  return { payment, disputedMinor: await findDisputedMinor(manager, paymentId) };
}
