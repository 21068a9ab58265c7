import type { EntityManager } from 'typeorm';
import { lockPayment } from '#services/payments/lock-payment.ts';
import { row } from '#services/platform/database/sql.ts';
import { conflict } from '#services/platform/errors.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { approveRefund, requestRefund } from '#services/refunds/request-refund.ts';

type RequestInput = Parameters<typeof requestRefund>;
type ApproveInput = Parameters<typeof approveRefund>;

/**
 * {@link requestRefund}, for operators: not while the payer gets the money through a dispute.
 * @throws HttpError 409 also when a dispute of the payment is accepted, or that waits for a second operator
 */
export async function requestRefundUnlessDisputed(...[manager, input, rule]: RequestInput): Promise<Refund> {
  await rejectIfDisputeAccepted(manager, input.paymentId);
  return requestRefund(manager, input, rule);
}

/** {@link approveRefund}, under the rule of {@link requestRefundUnlessDisputed}. */
export async function approveRefundUnlessDisputed(...[manager, input, rule]: ApproveInput): Promise<Refund> {
  const refund = await manager.findOneBy(RefundEntity, { id: input.refundId });
  if (refund) await rejectIfDisputeAccepted(manager, refund.paymentId);
  return approveRefund(manager, input, rule);
}

async function rejectIfDisputeAccepted(manager: EntityManager, paymentId: string): Promise<void> {
  // Accepting a dispute locks it too.
  await lockPayment(manager, paymentId);
  const accepted = await row(
    manager,
    `SELECT 1 FROM disputes d WHERE d.payment_id = $1
       AND (d.answer = 'accept' AND d.outcome IS DISTINCT FROM 'won' OR EXISTS (SELECT 1 FROM pending_approvals a
         WHERE a.action = 'dispute.accept' AND a.subject = 'dispute:' || d.id))
     LIMIT 1`,
    [paymentId],
  );
  if (accepted)
    throw conflict(
      'A dispute of this payment is accepted, or that waits for approval. It gives the money back.',
    );
}
