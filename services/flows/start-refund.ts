import type { EntityManager } from 'typeorm';
import { hourMs } from '#contracts/durations.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { findLeftMinor } from '#services/disputes/disputes.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { lockPayment } from '#services/payments/payments.ts';
import type { Config } from '#services/platform/config.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { UnavailableError } from '#services/platform/errors.ts';
import { ProviderKeyError, ProviderRejectedError } from '#services/providers/provider-errors.ts';
import { recordRefundStep } from '#services/purchases/required-cases/record-refund-step.ts';
import { requestLaterRests } from '#services/purchases/rests/request-rest.ts';
import { readRefunds } from '#services/refunds/provider-refunds.ts';
import { type Refund, RefundAccountEntity, RefundEntity } from '#services/refunds/refund.entity.ts';
import { readRefundAccount } from '#services/refunds/refund-account.ts';
import { askForAccount, recordRefunds } from './record-refunds.ts';
import type { ProviderJob } from './settle.ts';

/** How long a refund whose call got no answer may be missing in the provider's list before operators decide. */
const unconfirmedAfterMs = hourMs;

/** The call of an earlier attempt got no answer, and the provider does not list its refund yet. */
class RefundUnconfirmedError extends UnavailableError {
  override name = 'RefundUnconfirmedError';
}

/**
 * Starts an approved refund at the provider with exactly one call, because the provider has no idempotency key: that the
 * call is about to be made is committed first, and an attempt that finds it committed only reads the provider's list.
 * Safe when run concurrently, and after a crash at any point.
 * @throws ProviderUnavailableError or RefundUnconfirmedError when it must be attempted again.
 */
export async function startRefund(refundId: string, { db, provider, complete }: ProviderJob): Promise<void> {
  const refund = await db.getRepository(RefundEntity).findOneBy({ id: refundId });
  if (!refund?.approvedAt || refund.providerId || refund.status !== 'pending') return;
  const payment = await db.getRepository(PaymentEntity).findOneByOrFail({ id: refund.paymentId });
  const report = await readRefunds(db, provider, payment);
  const next = await inTransaction(db, async (manager) => {
    const all = await recordRefunds(manager, report);
    const current = all.find(({ id }) => id === refundId);
    return current ? claimCall(manager, current, payment) : 'done';
  });
  if (next === 'unconfirmed')
    throw new RefundUnconfirmedError('The provider does not list this refund yet', { hasResponded: true });
  if (next === 'done') return;
  const readAt = await databaseNow(db.manager);
  try {
    const created = await provider.createRefund({
      reference: payment.reference,
      amountMinor: refund.amountMinor,
      currency: refund.currency,
      merchantNote: `Refund ${refund.id}`,
    });
    await complete(async (manager) => {
      await recordRefunds(manager, { paymentId: payment.id, refunds: [created], readAt });
    });
  } catch (error) {
    if (error instanceof ProviderKeyError)
      await db.getRepository(RefundEntity).update({ id: refund.id, status: 'pending' }, { calledAt: null });
    if (!(error instanceof ProviderRejectedError)) throw error;
    await complete((manager) => fail(manager, refund, `The provider rejected it: ${error.message}`));
  }
}

async function claimCall(
  manager: EntityManager,
  refund: Refund,
  payment: Payment,
): Promise<'call' | 'done' | 'unconfirmed'> {
  if (refund.providerId || refund.status !== 'pending') return 'done';
  if (refund.calledAt) {
    const ageMs = (await databaseNow(manager)).getTime() - refund.calledAt.getTime();
    if (ageMs < unconfirmedAfterMs) return 'unconfirmed';
    await fail(manager, refund, 'The call got no answer, and the provider lists no such refund.');
    return 'done';
  }
  const leftMinor = await findLeftMinor(manager, payment, { refundId: refund.id });
  if (leftMinor < refund.amountMinor) {
    await fail(manager, refund, 'The provider already refunds this payment, or a dispute gives it back.');
    return 'done';
  }
  // The row lock of the payment, which recordRefunds holds, lets only one of two concurrent attempts get here.
  await manager.update(RefundEntity, refund.id, { calledAt: () => 'clock_timestamp()' });
  return 'call';
}

async function fail(manager: EntityManager, refund: Refund, failureReason: string): Promise<void> {
  const { id, paymentId } = refund;
  const { payment } = await lockPayment(manager, paymentId);
  const failure = { status: 'failed', failureReason } as const;
  const { affected } = await manager.update(RefundEntity, { id, status: 'pending' }, failure);
  if (!affected) return;
  await recordAudit(manager, 'refund.failed', `refund:${id}`, failureReason);
  if (payment.status === 'reversed') return;
  const detail = `A refund failed. ${failureReason}`;
  await recordRefundStep(manager, paymentId, { act: 'refund_failed', detail });
  await requestLaterRests(manager, refund);
}

/**
 * Repeats a refund that needs attention with the bank details of the payer. The provider accepts this call only in that
 * state, so reading the state first makes it safe after a crash or a lost answer.
 * @throws ProviderUnavailableError when it must be attempted again.
 */
export async function retryRefund(
  refundId: string,
  { db, provider, config, complete }: ProviderJob & { config: Pick<Config, 'credentialKeys'> },
): Promise<void> {
  const refund = await db.getRepository(RefundEntity).findOneBy({ id: refundId });
  const account = await readRefundAccount(db, refundId, config);
  if (!refund?.providerId || refund.status !== 'needs_attention' || !account) return;
  const { paymentId, providerId } = refund;
  const read = async () => {
    const readAt = await databaseNow(db.manager);
    return { readAt, reported: await provider.readRefund(providerId) };
  };
  let current = await read();
  if (current.reported.status === 'needs_attention') {
    await provider.retryRefund(providerId, account).catch((error: unknown) => {
      if (!(error instanceof ProviderRejectedError)) throw error;
    });
    // Another job may have read it while the call was on its way, so what the call returned does not say when it was so.
    current = await read();
  }
  const { reported, readAt } = current;
  await complete(async (manager) => {
    await recordRefunds(manager, { paymentId, refunds: [reported], readAt });
    await manager.delete(RefundAccountEntity, { refundId });
    // The provider refused the details, so the payer has to send others.
    if (reported.status === 'needs_attention') await askForAccount(manager, refund);
  });
}
