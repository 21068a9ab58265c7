import type { DataSource, EntityManager } from 'typeorm';
import { Not } from 'typeorm';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { ProviderDispute } from '#services/providers/dispute-calls.ts';
import { type PaymentProvider, ProviderRejectedError } from '#services/providers/payment-provider.ts';
import { recordDispute } from './record-dispute.ts';

interface SyncDeps {
  db: DataSource;
  provider: PaymentProvider;
}

const dayMs = 86_400_000;
/** How far back the provider's list is read for disputes without a webhook; webhooks are repeated for 3 days. */
const listedDays = 7;

/** Reads one dispute from the provider and stores it. @throws ProviderUnavailableError */
export async function syncDispute(
  providerId: string,
  {
    db,
    provider,
    complete,
  }: SyncDeps & { complete(work: (manager: EntityManager) => Promise<void>): Promise<unknown> },
): Promise<void> {
  const readAt = await databaseNow(db.manager);
  const reported = await readKnown(provider, providerId);
  await complete(async (manager) => {
    if (reported) await recordDispute(manager, reported, readAt);
  });
}

/** Reads the disputes of the last days and every open one from the provider and stores them. @throws ProviderUnavailableError */
export async function syncRecentDisputes({ db, provider }: SyncDeps): Promise<void> {
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
async function readKnown(
  provider: PaymentProvider,
  providerId: string,
): Promise<ProviderDispute | undefined> {
  try {
    return await provider.readDispute(providerId);
  } catch (error) {
    if (error instanceof ProviderRejectedError) return undefined;
    throw error;
  }
}
