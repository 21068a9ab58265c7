import type { EntityManager } from 'typeorm';
import { canMove } from '#contracts/request-status.ts';
import { enrolInPaidCourse } from '#services/enrolments/enrol-in-paid-course.ts';
import { recordAudit } from '#services/operations/record-audit.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import type { SettlementDecision } from './decide-settlement.ts';
import type { LedgerEntry } from './ledger-entry.entity.ts';
import { type Payment, PaymentEntity } from './payment.entity.ts';
import type { ProviderTransaction } from './payment-provider.ts';
import { nextReceiptNumber } from './receipts/next-receipt-number.ts';

interface Case {
  payment: Payment;
  request: HelpRequest;
  truth: ProviderTransaction;
  verdict: SettlementDecision;
}

/** Carries out a verdict in the caller's transaction, which holds the locks of payment and request. */
export async function applySettlement(manager: EntityManager, it: Case): Promise<void> {
  const { payment, request, truth, verdict } = it;
  // A provider that calls nothing a success has taken nothing: a person looks at it, the ledger has no line of it.
  const hasMoney = verdict.status !== 'failed' && truth.amountMinor > 0;
  await manager.update(PaymentEntity, payment.id, {
    status: verdict.status,
    reviewReason: verdict.reviewReason ?? null,
    ...(hasMoney && { capturedMinor: truth.amountMinor, capturedCurrency: truth.currency }),
    // When it was paid stays so, whatever happens to the money later.
    ...(verdict.status !== 'failed' && { settledAt: () => 'coalesce(settled_at, now())' }),
    ...(verdict.status === 'approved' && { receiptNumber: nextReceiptNumber }),
  });
  if (hasMoney) await addToLedger(manager, it, 'captured');
  switch (verdict.status) {
    case 'approved':
      await moveRequest(manager, request, { to: 'paid' });
      await enrolInPaidCourse(manager, request);
      await enqueue(manager, deliverMail, { mail: 'receipt-for-learner', id: payment.id });
      await enqueue(manager, deliverMail, { mail: 'receipt-for-sponsor', id: payment.id });
      break;
    case 'refund_due':
      await recordAudit(
        manager,
        'payment.refund_due',
        payment.id,
        'The request was funded, changed or withdrawn before.',
      );
      await enqueue(manager, deliverMail, { mail: 'refund-due', id: payment.id });
      break;
    case 'needs_review':
      await recordAudit(manager, 'payment.needs_review', payment.id, verdict.reviewReason ?? 'Unclear.');
      break;
    case 'reversed':
      if (hasMoney) await addToLedger(manager, it, 'returned');
      await recordAudit(manager, 'payment.reversed', payment.id, 'The provider gave the money back.');
      // A course that is finished stays finished, whoever pays for it in the end.
      if (payment.status === 'approved' && canMove(request.status, 'refunded')) {
        await moveRequest(manager, request, { to: 'refunded' });
      }
      break;
    case 'failed':
      // The payer can try another card on the same page, so the reservation stays until it runs out.
      break;
  }
}

async function addToLedger(
  manager: EntityManager,
  { payment, truth }: Case,
  kind: LedgerEntry['kind'],
): Promise<void> {
  await manager.query(
    `INSERT INTO ledger_entries (payment_id, kind, amount_minor, currency) VALUES ($1, $2, $3, $4)
     ON CONFLICT (payment_id, kind) DO NOTHING`,
    [payment.id, kind, truth.amountMinor, truth.currency],
  );
}
