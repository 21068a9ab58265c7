import { toMajor } from '#contracts/money.ts';
import type { verifyPayment as contract } from '#contracts/payments/payments.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { isSettled, toPaymentOutcome } from './decide-settlement.ts';
import { type Payment, PaymentEntity } from './payment.entity.ts';
import { verifyPaymentJob } from './payments.jobs.ts';

const maxWaitMs = 5_500;

/**
 * Returns the outcome of a payment to its payer: enqueues a verification and waits up to 5.5 s for its result. A page has settled
 * payments alone.
 */
export const verifyPayment: Handler<typeof contract> = async ({ query, caller, isForPage }, deps) => {
  const { reference } = query;
  const payment = await deps.db.getRepository(PaymentEntity).findOneBy({ reference });
  if (payment?.payerId !== caller.id) throw notFound('We know of no such payment.');
  if (isForPage && !isSettled(payment.status)) throw conflict('We are still checking this payment.');
  const { status } = isSettled(payment.status) ? payment : await verifyInWorker(payment, deps);
  const { outcome, message } = toPaymentOutcome(status);
  return {
    message,
    data: {
      status: outcome,
      amount: toMajor(payment.amountMinor),
      currency: payment.currency,
      requestId: payment.requestId,
      isDifference: payment.priceChoiceId !== null,
      isRefundDue: status === 'refund_due',
    },
  };
};

async function verifyInWorker(payment: Payment, { db, changes }: Deps): Promise<Pick<Payment, 'status'>> {
  const enqueuedAt = await inTransaction(db, async (manager) => {
    // Payers repeat the call; a job that starts later answers all of them.
    await enqueue(manager, verifyPaymentJob, { reference: payment.reference }, { unlessWaiting: true });
    return databaseNow(manager);
  });
  const checked = await changes.until(async () => {
    const current = await db.getRepository(PaymentEntity).findOneByOrFail({ id: payment.id });
    return current.lastCheckedAt && current.lastCheckedAt >= enqueuedAt ? current : undefined;
  }, maxWaitMs);
  return checked ?? { status: 'pending' };
}
