import type { EntityManager } from 'typeorm';
import { canMove } from '#contracts/requests/request-status.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { completePurchase } from './end-purchase.ts';
import { lockPurchase, type PurchaseAction } from './lock-purchase.ts';
import type { Purchase } from './purchase.entity.ts';

/**
 * Moves a request whose course is handed over to `enrolled`, ends its purchase and notifies the payer. The caller holds
 * both row locks. Returns the payment.
 */
export async function recordEnrolment(
  manager: EntityManager,
  { request, purchase, reason }: { request: HelpRequest; purchase: Purchase; reason: string },
) {
  await moveRequest(manager, request, { to: 'enrolled' });
  await completePurchase(manager, request.id, reason);
  const payment = await manager.findOneByOrFail(PaymentEntity, { id: purchase.paymentId });
  await enqueue(manager, deliverMail, { mail: 'course-redeemed', id: purchase.id });
  publishChange(manager, request.learnerId, payment.payerId);
  return payment;
}

/**
 * Records that the learner is enrolled, which the operator knows from the learner or the platform; learner and payer are
 * notified. @throws HttpError 404, or 409 unless the course is handed over.
 */
export async function markEnrolled(
  manager: EntityManager,
  { purchaseId, operatorId, reason }: PurchaseAction & { reason: string },
): Promise<void> {
  const purchase = await lockPurchase(manager, purchaseId);
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: purchase.requestId });
  if (purchase.status === 'redeemed') throw conflict('The learner is enrolled already.');
  if (purchase.status !== 'handed_over' || !canMove(request.status, 'enrolled'))
    throw conflict('This course is not handed over, so the learner cannot be enrolled.');
  await recordAudit(manager, 'purchase.enrolled', purchaseId, reason, operatorId);
  const { reference } = await recordEnrolment(manager, { request, purchase, reason });
  // The same key as the mail about a proof: one mail per payment.
  const key = `enrolled:${request.id}:${reference}`;
  await enqueue(manager, deliverMail, { mail: 'enrolled', id: request.id }, { key });
}
