import { Histogram } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#services/cases/audit-log.ts';
import { openCase } from '#services/cases/open-case.ts';
import { requestAccount } from '#services/ledger/postings.ts';
import { recordCapture, recordProviderFee } from '#services/ledger/record-transaction.ts';
import type { SettlementDecision } from '#services/payments/decide-settlement.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { approveSponsorshipJob } from '#services/payments/payments.jobs.ts';
import { nextReceiptNumber } from '#services/payments/receipts.ts';
import { afterCommit } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { currentExemplar, type ExemplarLabel, registry } from '#services/platform/metrics/registry.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { ProviderTransaction } from '#services/providers/payment-provider.ts';
import { acceptDifference } from '#services/purchases/price-choices/price-choices.ts';
import type { PriceChoice } from '#services/purchases/purchase.entity.ts';
import { lateReason, requestOwedRefund } from '#services/refunds/request-refund.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';

interface Settlement {
  payment: Payment;
  request: HelpRequest;
  transaction: ProviderTransaction;
  decision: SettlementDecision;
  choice?: PriceChoice | undefined;
}

const refundSummary = 'The payment arrived too late and must be refunded.';

/** Applies a decision in the caller's transaction, which holds the row locks of payment and request. */
export async function applySettlement(manager: EntityManager, settlement: Settlement): Promise<void> {
  const { payment, request, transaction, decision, choice } = settlement;
  const { reference } = payment;
  const isApproved = decision.status === 'approved' || decision.status === 'added';
  const reviewReason = decision.reviewReason ?? 'The payment is unclear.';
  const subject = { type: 'payment', id: payment.id } as const;
  // A success of amount 0 captured nothing: it goes to review without a ledger entry.
  const hasMoney = decision.status !== 'failed' && transaction.amountMinor > 0;
  await manager.update(PaymentEntity, payment.id, {
    status: decision.status,
    transactionId: transaction.id,
    reviewReason: decision.reviewReason ?? null,
    ...(hasMoney && { capturedMinor: transaction.amountMinor, capturedCurrency: transaction.currency }),
    ...(decision.status !== 'failed' && { settledAt: () => 'now()' }),
    ...(isApproved && { receiptNumber: nextReceiptNumber }),
  });
  if (hasMoney) await recordMoney(manager, settlement);
  switch (decision.status) {
    case 'approved':
      afterCommit(manager, () => observeSettlement(transaction.paidAt));
      await moveRequest(manager, request, { to: 'paid' });
      await enqueue(manager, approveSponsorshipJob, { reference }, { key: reference });
      break;
    case 'added':
      if (choice) await acceptDifference(manager, choice, payment);
      await enqueue(manager, deliverMail, { mail: 'receipt-for-sponsor', id: payment.id });
      break;
    case 'refund_due':
      await recordAudit(manager, 'payment.refund_due', payment.id, lateReason(payment));
      await openCase(manager, { kind: 'refund', subject, summary: refundSummary });
      await requestOwedRefund(manager, payment, transaction);
      await enqueue(manager, deliverMail, { mail: 'refund-due', id: payment.id });
      break;
    case 'needs_review':
      await recordAudit(manager, 'payment.needs_review', payment.id, reviewReason);
      await openCase(manager, { kind: 'payment_review', subject, summary: reviewReason });
      break;
    case 'failed':
      // The payer can try another card on the same page, so the reservation stays until it runs out.
      break;
  }
}

async function recordMoney(manager: EntityManager, { payment, transaction }: Settlement): Promise<void> {
  const { amountMinor, currency, feesMinor } = transaction;
  const isExact = amountMinor === payment.amountMinor && currency === payment.currency;
  await recordCapture(manager, {
    paymentId: payment.id,
    account: requestAccount(payment.requestId),
    capturedMinor: amountMinor,
    // Without an agreement on the price, no part of the money is earned.
    feeMinor: isExact ? payment.feeMinor : 0,
    currency,
  });
  await recordProviderFee(manager, { paymentId: payment.id, feesMinor, currency });
}

const duration = new Histogram<ExemplarLabel>({
  name: 'courselift_settlement_seconds',
  help: 'Time from the payment at the provider until its request is paid, for payments that this process settled.',
  buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 3_600, 86_400],
  // A payment that took long is found by its trace.
  enableExemplars: true,
  registers: [registry],
});

/** Records a payment that was approved now. A provider whose clock is ahead counts as no delay. */
function observeSettlement(paidAt: Date | null | undefined): void {
  if (!paidAt) return;
  const value = Math.max(0, Date.now() - paidAt.getTime()) / 1000;
  duration.observe({ value, exemplarLabels: currentExemplar() });
}
