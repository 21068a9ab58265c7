import type { verifyPaymentAgain as contract } from '#contracts/desk/desk-money.ts';
import { recordAudit } from '#services/cases/record-audit.ts';
import type { Handler } from '#services/deps.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { verifyPaymentJob } from '#services/payments/payments.jobs.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { syncRefundsJob } from '#services/refunds/refunds.jobs.ts';

/** Enqueues the verification of a payment and its refunds with the provider. @throws HttpError 404 */
export const verifyPaymentAgain: Handler<typeof contract> = async ({ params, caller }, { db }) => {
  await inTransaction(db, async (manager) => {
    const payment = await manager.findOneBy(PaymentEntity, { id: params.id });
    if (!payment) throw notFound('There is no such payment.');
    const { id, reference } = payment;
    await enqueue(manager, verifyPaymentJob, { reference });
    // A settled payment changes only by its refunds.
    await enqueue(manager, syncRefundsJob, { reference });
    await recordAudit(manager, 'payment.verified_again', `payment:${id}`, '', caller.id);
  });
  return { message: 'The provider is asked again. The page shows the result in a moment.' };
};
