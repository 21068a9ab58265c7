import { type EntityManager, IsNull } from 'typeorm';
import { canMove } from '#contracts/requests/request-status.ts';
import { withdrawPendingAct } from '#services/cases/approval.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { acceptance } from '#services/disputes/request-answer.ts';
import { recordReversal } from '#services/ledger/record-transaction.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { row } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { cancelPurchase } from '#services/purchases/end-purchase.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { enrolAfterRefund } from './accept-proof.ts';

/**
 * Marks a payment and its request when processed refunds and lost disputes have given back all of it. The caller holds
 * both row locks. Returns whether all is given back.
 */
export async function completeReturn(
  manager: EntityManager,
  payment: Payment,
  request: HelpRequest,
): Promise<boolean> {
  const returned = await row<{ minor: number }>(
    manager,
    `SELECT ((SELECT coalesce(sum(amount_minor), 0) FROM refunds WHERE payment_id = $1 AND status = 'processed')
       + (SELECT coalesce(sum(amount_minor), 0) FROM disputes WHERE payment_id = $1 AND outcome IN ('lost', 'accepted'))
     )::float8 AS minor`,
    [payment.id],
  );
  if ((returned?.minor ?? 0) < (payment.capturedMinor ?? payment.amountMinor)) return false;
  await markReversed(manager, payment, request);
  return true;
}

const reason = 'All of the payment was given back.';

/**
 * Marks a payment whose money was given back completely, by refunds or a lost dispute, and the request that it paid
 * for: it is refunded, or enrolled when the payer bought the course elsewhere. The caller holds both row locks. Idempotent.
 * @internal For its test.
 */
export async function markReversed(
  manager: EntityManager,
  payment: Payment,
  request: HelpRequest,
): Promise<void> {
  const subject = { type: 'payment', id: payment.id } as const;
  for (const kind of ['refund', 'payment_review'] as const)
    await closeCase(manager, { kind, subject }, { outcome: 'refunded', reason });
  if (payment.status === 'reversed') return;
  const isEnrolled = await enrolAfterRefund(manager, payment, request);
  await manager.update(PaymentEntity, payment.id, { status: 'reversed' });
  // The provider was not called for these, and must not be any more.
  const uncalled = { paymentId: payment.id, status: 'pending', calledAt: IsNull() } as const;
  await manager.update(RefundEntity, uncalled, { status: 'failed', failureReason: reason });
  for (const { id } of await manager.findBy(DisputeEntity, { paymentId: payment.id }))
    await withdrawPendingAct(manager, acceptance(id));
  // Refunds and disputes are in the ledger already; this is what they do not explain.
  await recordReversal(manager, payment.id);
  await cancelPurchase(manager, payment.id, reason);
  await recordAudit(manager, 'payment.reversed', payment.id, reason);
  // A completed course stays completed after a refund or chargeback.
  if (!isEnrolled && payment.status === 'approved' && canMove(request.status, 'refunded')) {
    await moveRequest(manager, request, { to: 'refunded' });
    await enqueue(manager, deliverMail, { mail: 'payment-returned', id: payment.id });
  }
  publishChange(manager, payment.payerId, request.learnerId);
}
