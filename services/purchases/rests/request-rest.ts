import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { formatMinor } from '#contracts/money.ts';
import { minimumRestMinor } from '#contracts/payments/money-rules.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { notifyApproversJob } from '#services/cases/cases.jobs.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { openCase } from '#services/cases/open-case.ts';
import { findLeftMinor } from '#services/disputes/disputes.ts';
import { SponsorshipEntity } from '#services/funding/funding.entity.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { insertOnce, rows } from '#services/platform/database/sql.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { isRefundOpen } from '#services/refunds/refund-rules.ts';
import { findOpenMatter } from '../required-cases/open-required-cases.ts';
import { findOwedRest, heldRestsSql } from './owed-rests.ts';

const reason = 'The course cost less than was paid, and the payer wants the rest back.';
const refundCase = (paymentId: string) =>
  ({ kind: 'refund', subject: { type: 'payment', id: paymentId } }) as const;

/**
 * Requests the refund of what a course cost less than its payer paid, for a payer who chose that; a second operator approves it. A
 * rest below the provider's minimum stays in the completion fund, and one beside an open refund waits for {@link requestLaterRests}.
 * The caller holds the row lock of the request, and has recorded the purchase in the ledger as this attempt.
 */
export async function requestRest(
  manager: EntityManager,
  { payments, attempt }: { payments: readonly Payment[]; attempt: number },
): Promise<void> {
  for (const payment of payments) {
    const held = await findHeldRests(manager, payment.id);
    const rest = held.find((order) => order.attempt === attempt);
    if (rest) await requestHeldRest(manager, payment, rest);
  }
}

/**
 * Requests the rest of the next order of a payment that had to wait for this refund of an earlier rest, which has ended now. One that
 * an operator has withdrawn did not wait. The caller holds the row lock of the request.
 */
export async function requestLaterRests(
  manager: EntityManager,
  { paymentId, isRest, createdAt }: Pick<Refund, 'paymentId' | 'isRest' | 'createdAt'>,
): Promise<void> {
  if (!isRest) return;
  const payment = await manager.findOneByOrFail(PaymentEntity, { id: paymentId });
  for (const rest of await findHeldRests(manager, paymentId)) {
    const isKnown = await manager.existsBy(RefundEntity, { paymentId, restAttempt: rest.attempt });
    if (rest.recordedAt > createdAt && !isKnown) await requestHeldRest(manager, payment, rest);
  }
}

interface HeldRest {
  attempt: number;
  restMinor: number;
  operatorId: string | null;
  recordedAt: Date;
}

const findHeldRests = (manager: EntityManager, paymentId: string) =>
  rows<HeldRest>(manager, `${heldRestsSql('$1')} ORDER BY 1`, [paymentId]);

async function requestHeldRest(
  manager: EntityManager,
  payment: Payment,
  { attempt: restAttempt, restMinor, operatorId: requestedById }: HeldRest,
): Promise<void> {
  const { wantsRestBack } = await manager.findOneByOrFail(SponsorshipEntity, { id: payment.sponsorshipId });
  if (!wantsRestBack) return;
  const { id: paymentId, currency } = payment;
  const amountMinor = Math.min(restMinor, await findLeftMinor(manager, payment));
  if (amountMinor < minimumRestMinor(currency)) return;
  await insertRest(manager, { paymentId, restAttempt, amountMinor, currency, requestedById });
}

type NewRest = Pick<Refund, 'paymentId' | 'restAttempt' | 'amountMinor' | 'currency' | 'requestedById'>;

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
  await enqueue(manager, notifyApproversJob, {});
  return true;
}

/**
 * Requests the oldest rest of the payment once more whose refund has failed and that is still owed. @returns whether it was requested.
 * The caller holds the row lock of the request.
 */
export async function requestRestAgain(
  manager: EntityManager,
  { paymentId, operatorId }: { paymentId: string; operatorId: string },
): Promise<boolean> {
  const owed = await findOwedRest(manager, paymentId);
  if (!owed) return false;
  const payment = await manager.findOneByOrFail(PaymentEntity, { id: paymentId });
  if ((await findLeftMinor(manager, payment)) < owed.amountMinor) return false;
  return insertRest(manager, { ...owed, paymentId, requestedById: operatorId });
}

/**
 * Withdraws the rests of these payments that are not approved, because their money is needed for the course once more, or goes back
 * as a whole: those of one order, or of all without `attempt`. Returns what is on its way to the payers, in minor units by payment.
 */
export async function withdrawRests(
  manager: EntityManager,
  payments: readonly Pick<Payment, 'id'>[],
  { why, attempt }: { why: string; attempt?: number | undefined },
): Promise<Map<string, number>> {
  const paymentId = In(payments.map(({ id }) => id));
  const unapproved = { paymentId, isRest: true, status: 'pending', approvedAt: IsNull() } as const;
  for (const refund of await manager.findBy(RefundEntity, unapproved)) {
    // The previous release stores no attempt.
    if (attempt !== undefined && (refund.restAttempt ?? attempt) !== attempt) continue;
    await manager.delete(RefundEntity, { id: refund.id });
    await recordAudit(manager, 'refund.withdrawn', `refund:${refund.id}`, why);
    const about = refundCase(refund.paymentId);
    const isOpen = (await findOpenMatter(manager, about)) ?? (await findOwedRest(manager, refund.paymentId));
    if (!isOpen) await closeCase(manager, about, { outcome: 'withdrawn', reason: why });
  }
  const approved = await manager.findBy(RefundEntity, { paymentId, isRest: true, approvedAt: Not(IsNull()) });
  const open = approved.filter(({ status }) => isRefundOpen(status));
  return new Map(open.map((refund) => [refund.paymentId, refund.amountMinor]));
}
