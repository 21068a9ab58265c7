import type { EntityManager } from 'typeorm';
import { formatMinor } from '#contracts/money.ts';
import { OPERATORS, recordAudit } from '#services/cases/audit-log.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { findDisputedMinor } from '#services/disputes/disputes.ts';
import { recordRefund } from '#services/ledger/record-transaction.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import { lockPayment } from '#services/payments/payments.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { ProviderRefund } from '#services/providers/payment-provider.ts';
import { endDisputedPurchase } from '#services/purchases/disputed-purchases.ts';
import { findEndedPurchase, requestOwedReturn } from '#services/purchases/price-choices/price-choices.ts';
import { findOpenMatter } from '#services/purchases/required-cases/open-required-cases.ts';
import { recordRefundStep } from '#services/purchases/required-cases/record-refund-step.ts';
import { findOwedRest } from '#services/purchases/rests/owed-rests.ts';
import { requestLaterRests } from '#services/purchases/rests/request-rest.ts';
import { matchRefunds, type RefundReport } from '#services/refunds/provider-refunds.ts';
import { type Refund, RefundAccountEntity, RefundEntity } from '#services/refunds/refund.entity.ts';
import { expectRefundAnswer } from '#services/refunds/refund-cases.ts';
import { canMoveRefund, isRefundOpen } from '#services/refunds/refund-rules.ts';
import { completeReturn } from './complete-return.ts';

/**
 * Stores the refunds that the provider reports, in the caller's transaction: new states of ours, and refunds that were
 * started on the provider's dashboard as they are. A payment that is returned completely becomes `reversed`. Idempotent;
 * a report that is older than the stored one changes nothing. Returns all refunds of the payment.
 */
export async function recordRefunds(manager: EntityManager, report: RefundReport): Promise<Refund[]> {
  const { payment, request } = await lockPayment(manager, report.paymentId);
  const rows = await manager.find(RefundEntity, {
    where: { paymentId: payment.id },
    order: { createdAt: 'ASC' },
  });
  for (const { row, reported } of matchRefunds(rows, report.refunds)) {
    const refund = row ?? (await insertReported(manager, payment, reported));
    if (refund) await applyReport(manager, payment, refund, reported, report.readAt);
  }
  const endedPurchase = await findEndedPurchase(manager, payment);
  if (endedPurchase) await requestOwedReturn(manager, payment, endedPurchase);
  const current = await manager.findBy(RefundEntity, { paymentId: payment.id });
  const isReturned = await completeReturn(manager, payment, request);
  const isEnded = isReturned && payment.status !== 'reversed';
  if (isEnded && (await findDisputedMinor(manager, payment.id)) > 0)
    await endDisputedPurchase(manager, payment.id, 'A dispute and refunds gave all of the payment back.');
  const hasFailed =
    current.some(({ status, isRest }) => status === 'failed' && !isRest) ||
    (await findOwedRest(manager, payment.id)) !== undefined;
  const refundCase = { kind: 'refund', subject: { type: 'payment', id: payment.id } } as const;
  // Where the course was not bought, the other part is still owed.
  const isPartDone = !isReturned && current.length > 0 && !hasFailed && !endedPurchase;
  if (isPartDone && !(await findOpenMatter(manager, refundCase)))
    await closeCase(manager, refundCase, {
      outcome: 'refunded',
      reason: 'A part of the payment was given back.',
    });
  // Open desks show the state of a refund, also where its case does not change.
  publishChange(manager, payment.payerId, request.learnerId, OPERATORS);
  return current;
}

/** Requests bank details from the payer by mail; the case of the refund waits for them. */
export async function askForAccount(manager: EntityManager, refund: Refund): Promise<void> {
  const attentions = refund.attentions + 1;
  await manager.update(RefundEntity, refund.id, { attentions });
  await enqueue(manager, deliverMail, { mail: 'refund-needs-details', id: refund.id, revision: attentions });
  const detail = 'The payer was asked for bank details.';
  await recordRefundStep(manager, refund.paymentId, { act: 'refund_needs_attention', detail });
  await expectRefundAnswer(manager, refund.paymentId, 'bank_details', detail);
}

function insertReported(
  manager: EntityManager,
  payment: Payment,
  { id, amountMinor, currency }: ProviderRefund,
): Promise<Refund | undefined> {
  return insertOnce(manager, RefundEntity, {
    paymentId: payment.id,
    origin: 'provider',
    amountMinor,
    currency,
    reason: 'Started on the provider\u2019s dashboard.',
    providerId: id,
    approvedAt: () => 'now()',
    calledAt: () => 'now()',
  });
}

async function applyReport(
  manager: EntityManager,
  payment: Payment,
  refund: Refund,
  reported: ProviderRefund,
  readAt: Date,
): Promise<void> {
  if (refund.readAt && refund.readAt > readAt) return;
  const { status } = reported;
  const isMoved = canMoveRefund(refund.status, status);
  await manager.update(RefundEntity, refund.id, {
    providerId: reported.id,
    readAt,
    ...(isMoved && {
      status,
      failureReason: status === 'failed' ? 'The provider could not refund it.' : null,
    }),
    ...(isMoved && status === 'processed' && { processedAt: () => 'now()' }),
  });
  if (!isMoved) return;
  const reason = `Reported by the provider as ${reported.id}.`;
  await recordAudit(manager, `refund.${status}`, `refund:${refund.id}`, reason);
  const detail = formatMinor(reported.amountMinor, refund.currency);
  if (status === 'needs_attention') await askForAccount(manager, refund);
  if (status === 'processing')
    await recordRefundStep(manager, payment.id, { act: 'refund_processing', detail });
  if (status === 'processing' && refund.origin !== 'provider')
    await expectRefundAnswer(manager, payment.id, 'refund', 'The provider is paying the refund out.');
  if (isRefundOpen(status)) return;
  await manager.delete(RefundAccountEntity, { refundId: refund.id });
  await requestLaterRests(manager, refund);
  if (status === 'processed') {
    await recordRefund(manager, {
      paymentId: payment.id,
      reference: refund.id,
      amountMinor: reported.amountMinor,
      isRest: refund.isRest,
    });
    await recordRefundStep(manager, payment.id, { act: 'refund_processed', detail });
    await enqueue(manager, deliverMail, { mail: 'refund-processed', id: refund.id });
  } else {
    await recordRefundStep(manager, payment.id, {
      act: 'refund_failed',
      detail: 'A refund failed at the provider.',
    });
  }
}
