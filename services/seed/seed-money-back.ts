import type { EntityManager } from 'typeorm';
import { openCase } from '#services/cases/open-case.ts';
import { disputeDueAt } from '#services/disputes/business-hours.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { recordRefund } from '#services/ledger/record-return.ts';
import { incidentSummary } from '#services/payments/incidents/incident-title.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { requestOwedRefund } from '#services/refunds/request-owed-refund.ts';

type SettledPayment = Pick<Payment, 'id' | 'amountMinor' | 'currency'>;

/** Opens the dispute of a sample payment with its case. */
export async function seedDispute(
  manager: EntityManager,
  { id, amountMinor, currency }: SettledPayment,
): Promise<void> {
  const openedAt = new Date();
  const dueAt = disputeDueAt(openedAt, currency);
  await manager.insert(DisputeEntity, {
    paymentId: id,
    providerId: `sample-${id}`,
    status: 'awaiting_merchant',
    amountMinor,
    currency,
    category: 'fraud',
    dueAt,
    openedAt,
  });
  const subject = { type: 'payment', id } as const;
  await openCase(manager, {
    kind: 'dispute',
    subject,
    summary: incidentSummary('charge.dispute.create', 'fraud'),
    dueAt,
  });
}

/** Requests the refund of a sample payment that arrived too late, with its case; an operator approves it. */
export async function seedOwedRefund(
  manager: EntityManager,
  { id, amountMinor, currency }: SettledPayment,
): Promise<void> {
  await requestOwedRefund(manager, { id }, { amountMinor, currency });
  const summary = 'The payment arrived too late and must be refunded.';
  await openCase(manager, { kind: 'refund', subject: { type: 'payment', id }, summary });
}

/** Inserts the processed refund of a sample payment, with its entry in the ledger. */
export async function seedProcessedRefund(
  manager: EntityManager,
  { id, amountMinor, currency }: SettledPayment,
): Promise<void> {
  const refund = manager.create(RefundEntity, {
    paymentId: id,
    origin: 'operator',
    status: 'processed',
    amountMinor,
    currency,
    reason: 'The platform no longer offers this course.',
    approvedAt: new Date(),
    calledAt: new Date(),
    processedAt: new Date(),
  });
  await manager.insert(RefundEntity, refund);
  await recordRefund(manager, { paymentId: id, reference: refund.id, amountMinor });
}
