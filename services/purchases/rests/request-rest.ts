import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { formatMinor } from '#contracts/money.ts';
import { minimumRestMinor } from '#contracts/payments/money-rules.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { openCase } from '#services/cases/open-case.ts';
import { findLeftMinor } from '#services/disputes/disputes.ts';
import { SponsorshipEntity } from '#services/funding/funding.entity.ts';
import { findRests } from '#services/ledger/record-purchase.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { insertOnce, row } from '#services/platform/database/sql.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { isRefundOpen } from '#services/refunds/refund-rules.ts';
import { findOpenMatter } from '../required-cases/open-required-cases.ts';

const reason = 'The course cost less than was paid, and the payer wants the rest back.';
const refundCase = (paymentId: string) =>
  ({ kind: 'refund', subject: { type: 'payment', id: paymentId } }) as const;

/**
 * Requests the refund of what a course cost less than its payer paid, for a payer who chose that; a second operator approves it. A
 * rest below the provider's minimum stays in the completion fund. The caller holds the row lock of the request, and has recorded the
 * purchase in the ledger under this reference.
 */
export async function requestRest(
  manager: EntityManager,
  { payment, reference, operatorId }: { payment: Payment; reference: string; operatorId: string },
): Promise<void> {
  const { wantsRestBack } = await manager.findOneByOrFail(SponsorshipEntity, { id: payment.sponsorshipId });
  if (!wantsRestBack) return;
  for (const { paymentId, restMinor } of await findRests(manager, reference)) {
    const paid = await manager.findOneByOrFail(PaymentEntity, { id: paymentId });
    const amountMinor = Math.min(restMinor, await findLeftMinor(manager, paid));
    if (amountMinor < minimumRestMinor(paid.currency)) continue;
    await insertRest(manager, { paymentId, amountMinor, currency: paid.currency, requestedById: operatorId });
  }
}

type NewRest = Pick<Refund, 'paymentId' | 'amountMinor' | 'currency' | 'requestedById'>;

async function insertRest(manager: EntityManager, rest: NewRest): Promise<boolean> {
  const refund = await insertOnce<Refund>(manager, RefundEntity, {
    ...rest,
    reason,
    origin: 'payer',
    isRest: true,
  });
  if (!refund) return false;
  await recordAudit(manager, 'refund.requested', `refund:${refund.id}`, reason, rest.requestedById);
  const summary = `Give back the rest of a cheaper course: ${formatMinor(rest.amountMinor, rest.currency)}`;
  await openCase(manager, { ...refundCase(rest.paymentId), summary });
  return true;
}

/**
 * Requests a rest once more whose refund has failed, unless the purchase has ended or the price came back since, because the rest is
 * part of what is left then. @returns whether it was requested. The caller holds the row lock of the request.
 */
export async function requestRestAgain(
  manager: EntityManager,
  { paymentId, operatorId }: { paymentId: string; operatorId: string },
): Promise<boolean> {
  const failed = await manager.findOne(RefundEntity, {
    where: { paymentId, isRest: true },
    order: { createdAt: 'DESC' },
  });
  if (failed?.status !== 'failed') return false;
  const undone = await row(
    manager,
    `SELECT 1 FROM purchases WHERE payment_id = $1 AND status = 'failed'
     UNION ALL SELECT 1 FROM ledger_transactions WHERE payment_id = $1 AND kind = 'purchase_return' AND created_at > $2`,
    [paymentId, failed.createdAt],
  );
  if (undone) return false;
  const payment = await manager.findOneByOrFail(PaymentEntity, { id: paymentId });
  const { amountMinor, currency } = failed;
  if ((await findLeftMinor(manager, payment)) < amountMinor) return false;
  return insertRest(manager, { paymentId, amountMinor, currency, requestedById: operatorId });
}

/**
 * Withdraws the rests of these payments that are not approved, because their money is needed for the course once more, or goes back
 * as a whole. Returns what is on its way to the payers, in minor units by payment.
 */
export async function withdrawRests(
  manager: EntityManager,
  payments: readonly Pick<Payment, 'id'>[],
  why: string,
): Promise<Map<string, number>> {
  const paymentId = In(payments.map(({ id }) => id));
  const unapproved = { paymentId, isRest: true, status: 'pending', approvedAt: IsNull() } as const;
  for (const refund of await manager.findBy(RefundEntity, unapproved)) {
    await manager.delete(RefundEntity, { id: refund.id });
    await recordAudit(manager, 'refund.withdrawn', `refund:${refund.id}`, why);
    const about = refundCase(refund.paymentId);
    if (!(await findOpenMatter(manager, about)))
      await closeCase(manager, about, { outcome: 'withdrawn', reason: why });
  }
  const approved = await manager.findBy(RefundEntity, { paymentId, isRest: true, approvedAt: Not(IsNull()) });
  const open = approved.filter(({ status }) => isRefundOpen(status));
  return new Map(open.map((refund) => [refund.paymentId, refund.amountMinor]));
}
