import type { approvePayment as contract } from '#contracts/payments/payments.ts';
import type { Handler } from '#services/deps.ts';
import { isSettled } from '#services/payments/decide-settlement.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { toPaymentOutcome } from '#services/payments/payment-outcome.ts';
import { approveSponsorshipJob } from '#services/payments/payments.jobs.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { Reply } from '#services/platform/http/route.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { enqueueMissingApproval } from '#services/purchases/missing-approvals.ts';

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
