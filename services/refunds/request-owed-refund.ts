import type { EntityManager } from 'typeorm';
import type { Payment } from '#services/payments/payment.entity.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { RefundEntity } from './refund.entity.ts';

/** Requests the refund of a payment that came too late; an operator approves it. Idempotent. */
export async function requestOwedRefund(
  manager: EntityManager,
  payment: Pick<Payment, 'id'>,
  captured: { amountMinor: number; currency: string },
): Promise<void> {
  await insertOnce(manager, RefundEntity, {
    paymentId: payment.id,
    origin: 'settlement',
    amountMinor: captured.amountMinor,
    currency: captured.currency,
    reason: 'The request was funded, changed or withdrawn before the payment arrived.',
  });
}
