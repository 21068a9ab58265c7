import type { approvePayment as contract } from '#contracts/payments/payments.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { Reply } from '#services/platform/http/route.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { isSettled } from './decide-settlement.ts';
import { PaymentEntity } from './payment.entity.ts';
import { toPaymentOutcome } from './payment-outcome.ts';
import { approveSponsorship } from './payments.jobs.ts';

/** Enqueues the settlement of the caller's payment for this request; a worker decides. */
export const approvePayment: Handler<typeof contract> = async ({ query, caller }, { db }) => {
  const payment = await db
    .getRepository(PaymentEntity)
    .findOneBy({ reference: query.ref, payerId: caller.id });
  if (!payment) throw notFound('We know of no such payment.');
  if (payment.requestId !== query.requestId) throw conflict('This payment belongs to another request.');
  const { outcome, message } = toPaymentOutcome(payment.status);
  if (outcome === 'success') return { message, data: { status: outcome } };
  if (isSettled(payment.status)) throw conflict(message);
  await inTransaction(db, (manager) =>
    enqueue(manager, approveSponsorship, { reference: payment.reference }),
  );
  return new Reply(202, { message: 'We are checking the payment.', data: { status: 'pending' } });
};
