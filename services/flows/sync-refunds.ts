import type { DataSource, EntityManager } from 'typeorm';
import { isSettled } from '#services/payments/decide-settlement.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { PaymentProvider } from '#services/providers/payment-provider.ts';
import { readRefunds } from '#services/refunds/read-refunds.ts';
import { recordRefunds } from './record-refunds.ts';
import { settle } from './settle.ts';

interface SyncDeps {
  db: DataSource;
  provider: PaymentProvider;
  complete(work: (manager: EntityManager) => Promise<void>): Promise<unknown>;
}

/**
 * Stores what the provider lists as refunds of a payment. The webhooks of refunds have no id, so they are only the
 * reason to read. A payment that is not settled yet is settled first.
 * @throws ProviderUnavailableError when the provider does not respond; nothing has changed then.
 */
export async function syncRefunds(reference: string, { db, provider, complete }: SyncDeps): Promise<void> {
  const known = await db.getRepository(PaymentEntity).findOneBy({ reference });
  if (!known) return;
  const payment = isSettled(known.status)
    ? known
    : await settle(reference, { db, provider, runInTransaction: (work) => inTransaction(db, work) });
  if (!payment || !isSettled(payment.status)) return;
  const report = await readRefunds(db, provider, payment);
  await complete(async (manager) => {
    await recordRefunds(manager, report);
  });
}
