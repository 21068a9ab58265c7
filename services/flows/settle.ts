import type { DataSource, EntityManager } from 'typeorm';
import type { PaymentStatus } from '#contracts/payments/payment-status.ts';
import { decideSettlement, isSettled } from '#services/payments/decide-settlement.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { lockPayment, PAYMENTS_CHANNEL } from '#services/payments/payments.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { execute, lockRow } from '#services/platform/database/sql.ts';
import { notifyAfterCommit } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { PaymentProvider, ProviderTransaction } from '#services/providers/payment-provider.ts';
import { PriceChoiceEntity } from '#services/purchases/purchase.entity.ts';
import { syncRefundsJob } from '#services/refunds/refunds.jobs.ts';
import { applySettlement } from './apply-settlement.ts';

/** A payment after a verification. */
export interface VerifiedPayment extends Payment {
  /** Whether the provider knows the reference; undefined when it was not queried because the payment was settled. */
  isKnown: boolean | undefined;
}

/** Runs work in one transaction; a job's own closes its outbox row in the same one. */
export type RunInTransaction = (
  work: (manager: EntityManager) => Promise<VerifiedPayment | undefined>,
) => Promise<VerifiedPayment | undefined>;

/** Dependencies of a job that calls the provider. */
export interface ProviderJob {
  db: DataSource;
  provider: PaymentProvider;
  /** Runs the last transaction; a job's own closes its outbox row in the same one. */
  complete(work: (manager: EntityManager) => Promise<void>): Promise<unknown>;
}

export interface SettleOptions extends Omit<ProviderJob, 'complete'> {
  runInTransaction: RunInTransaction;
}

/**
 * Verifies a transaction with the provider, compares it with our payment, and updates payment, request, ledger and
 * outbox in one transaction. The only way to a paid request. Idempotent, also when called concurrently or late.
 * Returns undefined for an unknown reference.
 * @throws ProviderUnavailableError when the provider does not respond; nothing has changed then.
 */
export async function settle(
  reference: string,
  options: SettleOptions,
): Promise<VerifiedPayment | undefined> {
  const known = await options.db.getRepository(PaymentEntity).findOneBy({ reference });
  if (!known) return options.runInTransaction(async () => undefined);
  if (isSettled(known.status))
    return options.runInTransaction(async (manager) => ({
      ...(await record(manager, known, undefined)),
      isKnown: undefined,
    }));
  const transaction = await options.provider.verify(reference);
  return options.runInTransaction(async (manager) => ({
    ...(await record(manager, known, transaction)),
    isKnown: transaction !== undefined,
  }));
}

async function record(
  manager: EntityManager,
  { id, reference }: Payment,
  read: ProviderTransaction | undefined,
): Promise<Payment> {
  const { payment, request } = await lockPayment(manager, id);
  // An operator assigned another transaction to the payment while this one was read; that one has a job of its own.
  const transaction = payment.reference === reference ? read : undefined;
  const choice = payment.priceChoiceId
    ? await lockRow(manager, PriceChoiceEntity, { id: payment.priceChoiceId })
    : undefined;
  const question = choice && { isWaiting: choice.status === 'waiting' };
  const decision = decideSettlement(payment, request, transaction, question);
  if (decision && transaction) {
    await applySettlement(manager, { payment, request, transaction, decision, choice });
    publishChange(manager, request.learnerId, payment.payerId);
  }
  // Neither status says how much is given back (provider documentation, "Refunds").
  const isReturning = transaction?.status === 'reversing' || transaction?.status === 'reversed';
  if (isReturning && payment.status !== 'reversed')
    await enqueue(manager, syncRefundsJob, { reference: payment.reference });
  await execute(manager, 'UPDATE payments SET last_checked_at = now() WHERE id = $1', [id]);
  notifyAfterCommit(manager, PAYMENTS_CHANNEL);
  const status: PaymentStatus = decision?.status ?? payment.status;
  return { ...payment, status };
}
