import type { DataSource, EntityManager } from 'typeorm';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { type PaymentProvider, ProviderRejectedError } from '#services/providers/payment-provider.ts';
import type { ProviderRefund } from '#services/providers/refund-calls.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { RefundAccountEntity } from '#services/refunds/refund-account.entity.ts';
import { readRefundAccount } from '#services/refunds/refund-account.ts';
import { askForAccount, recordRefunds } from './record-refunds.ts';

interface RetryDeps {
  db: DataSource;
  provider: PaymentProvider;
  config: Pick<Config, 'credentialKeys'>;
  complete(work: (manager: EntityManager) => Promise<void>): Promise<unknown>;
}

/**
 * Repeats a refund that needs attention with the bank details of the payer. The provider accepts this call only in that
 * state, so reading the state first makes it safe after a crash or a lost answer.
 * @throws ProviderUnavailableError when it must be attempted again.
 */
export async function retryRefund(
  refundId: string,
  { db, provider, config, complete }: RetryDeps,
): Promise<void> {
  const refund = await db.getRepository(RefundEntity).findOneBy({ id: refundId });
  const account = await readRefundAccount(db, refundId, config);
  if (!refund?.providerId || refund.status !== 'needs_attention' || !account) return;
  const payment = await db.getRepository(PaymentEntity).findOneByOrFail({ id: refund.paymentId });
  const readAt = await databaseNow(db.manager);
  const current = await provider.readRefund(refund.providerId);
  const reported =
    current.status === 'needs_attention' ? await retry(provider, refund.providerId, account) : current;
  await complete(async (manager) => {
    await recordRefunds(manager, { paymentId: payment.id, refunds: [reported], readAt });
    await manager.delete(RefundAccountEntity, { refundId });
    // The provider refused the details, so the payer has to send others.
    if (reported.status === 'needs_attention') await askForAccount(manager, refund);
  });
}

async function retry(
  provider: PaymentProvider,
  id: string,
  account: Parameters<PaymentProvider['retryRefund']>[1],
): Promise<ProviderRefund> {
  try {
    return await provider.retryRefund(id, account);
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error;
    return provider.readRefund(id);
  }
}
