import type { EntityManager } from 'typeorm';
import type { approvePayment as contract } from '#contracts/payments/payments.ts';
import { openCase } from '#services/cases/open-case.ts';
import type { Handler } from '#services/deps.ts';
import { enrolInPaidCourse } from '#services/enrolments/enrol-in-paid-course.ts';
import { isSettled, toPaymentOutcome } from '#services/payments/decide-settlement.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { approveSponsorshipJob } from '#services/payments/payments.jobs.ts';
import { lockPayment } from '#services/payments/payments.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { Reply } from '#services/platform/http/route.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { queuePurchase } from '#services/purchases/end-purchase.ts';
import { enqueueMissingApproval } from '#services/purchases/follow-up-purchases.ts';
import { findSharedIdentity } from '#services/safety/find-shared-identity.ts';
import { type SettleOptions, settle, type VerifiedPayment } from './settle.ts';

/** Enqueues the approval of the caller's payment for this request; a worker decides. Of an approved one, where it is missing. */
export const approvePayment: Handler<typeof contract> = async ({ query, caller }, { db }) => {
  const payment = await db
    .getRepository(PaymentEntity)
    .findOneBy({ reference: query.ref, payerId: caller.id });
  if (!payment) throw notFound('We know of no such payment.');
  if (payment.requestId !== query.requestId) throw conflict('This payment belongs to another request.');
  const { reference } = payment;
  const { outcome, message } = toPaymentOutcome(payment.status);
  if (outcome === 'success') {
    await inTransaction(db, (manager) => enqueueMissingApproval(manager, reference));
    return { message, data: { status: outcome } };
  }
  if (isSettled(payment.status)) throw conflict(message);
  await inTransaction(db, (manager) => enqueue(manager, approveSponsorshipJob, { reference }));
  return new Reply(202, { message: 'We are checking the payment.', data: { status: 'pending' } });
};

/**
 * Does what follows from the approval of a payment, in one transaction: purchase, enrolment, mails, and the comparison of payer
 * and learner. A payment that is not settled is settled first. Idempotent, also when called concurrently or late: a payment that
 * was given back meanwhile, or whose purchase is queued, changes nothing. Returns undefined for an unknown reference.
 * @throws ProviderUnavailableError when the provider does not respond; nothing has changed then.
 */
export function approveSponsorship(
  reference: string,
  { runInTransaction, ...options }: SettleOptions,
): Promise<VerifiedPayment | undefined> {
  return settle(reference, {
    ...options,
    runInTransaction: (work) =>
      runInTransaction(async (manager) => {
        const payment = await work(manager);
        if (payment) await completeApproval(manager, payment.id);
        return payment;
      }),
  });
}

/**
 * Does what follows from the approval of a payment, in the caller's transaction; once per payment, see {@link approveSponsorship}.
 */
export async function completeApproval(manager: EntityManager, paymentId: string): Promise<void> {
  const { payment, request } = await lockPayment(manager, paymentId);
  // Given back since the settlement, or enrolled before purchases existed.
  if (payment.status !== 'approved' || request.status !== 'paid') return;
  const { id: requestId, courseTitle } = request;
  if (!(await queuePurchase(manager, { requestId, paymentId, courseTitle }))) return;
  await openSharedIdentityCase(manager, payment);
  await enrolInPaidCourse(manager, request);
  await enqueue(manager, deliverMail, { mail: 'receipt-for-learner', id: paymentId });
  await enqueue(manager, deliverMail, { mail: 'receipt-for-sponsor', id: paymentId });
  publishChange(manager, request.learnerId, payment.payerId);
}

// A case for operators, never a rejection: relatives and schools share devices (decision 054).
async function openSharedIdentityCase(manager: EntityManager, payment: Payment): Promise<void> {
  const shared = await findSharedIdentity(manager, payment);
  if (shared.length === 0) return;
  await openCase(manager, {
    kind: 'payment_review',
    subject: { type: 'payment', id: payment.id },
    summary: `The payer may be the learner: both have ${shared.join(' and ')}.`,
  });
}
