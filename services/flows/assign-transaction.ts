import { type EntityManager, Not } from 'typeorm';
import { limits } from '#contracts/limits.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { CaseEntity } from '#services/cases/cases.entity.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { type UnmatchedTransaction, UnmatchedTransactionEntity } from '#services/ledger/ledger.entity.ts';
import { unmatchedCase } from '#services/ledger/reconciliation/unmatched-transactions.ts';
import { isSettled } from '#services/payments/decide-settlement.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { verifyPaymentJob } from '#services/payments/payments.jobs.ts';
import { lockPayment } from '#services/payments/payments.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';

/**
 * Makes a transaction that no payment has the one of a payment which nothing was captured for, in the caller's transaction, which holds
 * the row lock of the transaction: the payment gets its reference, so that verification, refunds, webhooks and reconciliation use it,
 * and a job settles the payment by the rules of every other one. The case of the transaction is closed.
 * @throws HttpError 409 when the payment has money already, can still be paid, or has an open difference of its own.
 */
export async function assignTransaction(
  manager: EntityManager,
  transaction: UnmatchedTransaction,
  { paymentId, operatorId }: { paymentId: string; operatorId: string },
): Promise<Payment> {
  const { id, reference, providerId } = transaction;
  const { payment } = await lockPayment(manager, paymentId);
  const problem = problemOf(payment, await databaseNow(manager));
  if (problem) throw conflict(problem);
  const { subject, kind } = unmatchedCase(payment.reference);
  const ofPayment = { kind, subjectType: subject.type, subjectId: subject.id };
  if (await manager.existsBy(CaseEntity, { ...ofPayment, status: Not('closed' as const) }))
    throw conflict('The provider has money for the reference of this payment too. Decide that case first.');
  await manager.update(PaymentEntity, paymentId, { reference, transactionId: providerId });
  const decided = { decision: 'payment', decidedById: operatorId, decidedAt: () => 'now()' } as const;
  const noRefund = { refundStatus: null, refundCalledAt: null, refundProviderId: null, refundFailure: null };
  await manager.update(UnmatchedTransactionEntity, id, { ...decided, ...noRefund });
  const reason = `${payment.reference} is ${reference} at the provider.`;
  await recordAudit(manager, 'payment.reference_changed', `payment:${paymentId}`, reason, operatorId);
  await enqueue(manager, verifyPaymentJob, { reference });
  const ending = { outcome: 'assigned' as const, reason, actorId: operatorId };
  await closeCase(manager, unmatchedCase(reference), ending);
  return payment;
}

function problemOf({ status, capturedMinor, openedAt, createdAt }: Payment, now: Date): string | undefined {
  if (isSettled(status) || capturedMinor !== null)
    return 'This payment has its money already, so the payer paid twice. Refund this transaction at the provider.';
  const closesAtMs = (openedAt ?? createdAt).getTime() + limits.paymentSessionMs;
  if (closesAtMs > now.getTime())
    return 'The payer can still pay on the page of this payment. Assign the transaction when that page has closed.';
  return undefined;
}
