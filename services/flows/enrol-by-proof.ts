import type { EntityManager } from 'typeorm';
import type { Payment } from '#services/payments/payment.entity.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { completePurchase } from '#services/purchases/complete-purchase.ts';
import { lockPurchaseOf } from '#services/purchases/lock-own-purchase.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';

/**
 * Moves a request to `enrolled` because of a proof, ends its purchase and enqueues the learner's mail. The caller holds the row
 * lock of the request, whose payment is still approved.
 */
export async function enrolByProof(
  manager: EntityManager,
  request: Pick<HelpRequest, 'id' | 'status'>,
  reference: string,
): Promise<void> {
  await moveRequest(manager, request, { to: 'enrolled' });
  await completePurchase(manager, request.id, 'The enrolment is proved.');
  // One mail per payment: a refunded request may be paid and proved again.
  const key = `enrolled:${request.id}:${reference}`;
  await enqueue(manager, deliverMail, { mail: 'enrolled', id: request.id }, { key });
}

/**
 * Enrols the learner when all of the payment went back because its payer bought the course elsewhere, unless an operator ended
 * the purchase meanwhile, for example because the proof turned out to be forged. Returns whether it did.
 * The caller holds the row locks of payment and request.
 */
export async function enrolAfterRefund(
  manager: EntityManager,
  payment: Payment,
  request: HelpRequest,
): Promise<boolean> {
  if (payment.status !== 'approved' || request.status !== 'paid') return false;
  const isProved = await manager.existsBy(RefundEntity, {
    paymentId: payment.id,
    origin: 'proof',
    status: 'processed',
  });
  if (!isProved || (await lockPurchaseOf(manager, request.id))?.status === 'failed') return false;
  await enrolByProof(manager, request, payment.reference);
  return true;
}
