import type { DataSource, EntityManager } from 'typeorm';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { execute, lockRow } from '#services/platform/database/sql.ts';
import { notifyAfterCommit } from '#services/platform/database/transaction.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { applySettlement } from './apply-settlement.ts';
import { decideSettlement, isSettled } from './decide-settlement.ts';
import { type Payment, PaymentEntity, type PaymentStatus } from './payment.entity.ts';
import type { PaymentProvider, ProviderTransaction } from './payment-provider.ts';

/** The NOTIFY channel that wakes callers who wait for a verification. */
export const PAYMENTS_CHANNEL = 'payments';

/** Runs work in one transaction; a job's own closes its outbox row in the same one. */
export type RunInTransaction = (
  work: (manager: EntityManager) => Promise<Payment | undefined>,
) => Promise<Payment | undefined>;

interface SettleOptions {
  db: DataSource;
  provider: PaymentProvider;
  runInTransaction: RunInTransaction;
  /** Verifies also a payment that is already settled. */
  isRecheck?: boolean;
}

/**
 * Verifies a transaction with the provider, compares it with our payment, and updates payment, request, ledger and
 * outbox in one transaction. The only way to a paid request. Idempotent, also when called concurrently or late.
 * Returns undefined for an unknown reference.
 * @throws ProviderUnavailableError when the provider does not respond; nothing has changed then.
 */
export async function settle(reference: string, options: SettleOptions): Promise<Payment | undefined> {
  const known = await options.db.getRepository(PaymentEntity).findOneBy({ reference });
  if (!known) return options.runInTransaction(async () => undefined);
  const mustVerify = options.isRecheck === true || !isSettled(known.status);
  const transaction = mustVerify ? await readTransaction(reference, options.provider) : undefined;
  return options.runInTransaction((manager) => record(manager, known, transaction));
}

// `reversed` does not say how much was given back (provider documentation, "Refunds").
async function readTransaction(
  reference: string,
  provider: PaymentProvider,
): Promise<ProviderTransaction | undefined> {
  const transaction = await provider.verify(reference);
  if (transaction?.status !== 'reversed') return transaction;
  const refunds = await provider.listRefunds({ reference });
  const isPartial =
    refunds.length > 0 &&
    refunds.reduce((sum, { status, amountMinor }) => (status === 'processed' ? sum + amountMinor : sum), 0) <
      transaction.amountMinor;
  return isPartial ? { ...transaction, status: 'success' } : transaction;
}

async function record(
  manager: EntityManager,
  { id, requestId }: Payment,
  transaction: ProviderTransaction | undefined,
): Promise<Payment> {
  // Lock the request before the payment, as initiation does, so that two payments of one request cannot deadlock.
  const request = await lockRow(manager, HelpRequestEntity, { id: requestId });
  const payment = await lockRow(manager, PaymentEntity, { id });
  if (!request || !payment) throw new Error(`Payment ${id} or its request was deleted`);
  const decision = decideSettlement(payment, request, transaction);
  if (decision && transaction) {
    await applySettlement(manager, { payment, request, transaction, decision });
    publishChange(manager, request.learnerId, payment.payerId);
  }
  await execute(manager, 'UPDATE payments SET last_checked_at = now() WHERE id = $1', [id]);
  notifyAfterCommit(manager, PAYMENTS_CHANNEL);
  const status: PaymentStatus = decision?.status ?? payment.status;
  return { ...payment, status };
}
