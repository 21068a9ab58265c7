import { Not } from 'typeorm';
import { dayMs } from '#contracts/durations.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { isSettled } from '#services/payments/decide-settlement.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { PaymentProvider, ProviderDispute } from '#services/providers/payment-provider.ts';
import { ProviderRejectedError } from '#services/providers/provider-errors.ts';
import { readRefunds } from '#services/refunds/provider-refunds.ts';
import { recordDispute } from './record-dispute.ts';
import { recordRefunds } from './record-refunds.ts';
import { type ProviderJob, settle } from './settle.ts';

/**
 * Stores what the provider lists as refunds of a payment. The webhooks of refunds have no id, so they are only the
 * reason to read. A payment that is not settled yet is settled first.
 * @throws ProviderUnavailableError when the provider does not respond; nothing has changed then.
 */
export async function syncRefunds(reference: string, { db, provider, complete }: ProviderJob): Promise<void> {
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

/** How far back the provider's list is read for disputes without a webhook; webhooks are repeated for 3 days. */
const listedDays = 7;

/** Reads one dispute from the provider and stores it. @throws ProviderUnavailableError */
export async function syncDispute(
  providerId: string,
  { db, provider, complete }: ProviderJob,
): Promise<void> {
  const readAt = await databaseNow(db.manager);
  const reported = await readKnown(provider, providerId);
  await complete(async (manager) => {
    if (reported) await recordDispute(manager, reported, readAt);
  });
}

/** Reads the disputes of the last days and every open one from the provider and stores them. @throws ProviderUnavailableError */
export async function syncRecentDisputes({ db, provider }: Omit<ProviderJob, 'complete'>): Promise<void> {
  const readAt = await databaseNow(db.manager);
  const recent = await provider.listDisputes({ from: new Date(readAt.getTime() - listedDays * dayMs) });
  const listed = new Set(recent.map(({ id }) => id));
  const open = await db.getRepository(DisputeEntity).findBy({ status: Not('resolved') });
  const older: ProviderDispute[] = [];
  for (const { providerId } of open) {
    const reported = listed.has(providerId) ? undefined : await readKnown(provider, providerId);
    if (reported) older.push(reported);
  }
  for (const reported of [...recent, ...older])
    await inTransaction(db, (manager) => recordDispute(manager, reported, readAt));
}

/** Reads a dispute; returns undefined for one unknown to the provider: reading it again cannot help. @throws ProviderUnavailableError */
async function readKnown(provider: PaymentProvider, providerId: string) {
  try {
    return await provider.readDispute(providerId);
  } catch (error) {
    if (error instanceof ProviderRejectedError) return undefined;
    throw error;
  }
}
