import type { DataSource, EntityManager } from 'typeorm';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { notifyAfterCommit } from '#services/platform/database/transaction.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { applySettlement } from './apply-settlement.ts';
import { decideSettlement, isSettled } from './decide-settlement.ts';
import { type Payment, PaymentEntity, type PaymentStatus } from './payment.entity.ts';
import type { PaymentProvider, ProviderTransaction } from './payment-provider.ts';

/** The channel on which waiting callers hear that a payment was looked at. */
export const PAYMENTS_CHANNEL = 'payments';

/** Runs work in one transaction; a job's own closes its outbox row in the same one. */
export type RunInTransaction = (
  work: (manager: EntityManager) => Promise<Payment | undefined>,
) => Promise<Payment | undefined>;

interface Means {
  db: DataSource;
  provider: PaymentProvider;
  commit: RunInTransaction;
  /** Ask again about a payment that is settled already. */
  isRecheck?: boolean;
}

/**
 * The only way to a paid request. Asks the provider what became of a transaction, compares it with our own row,
 * and in one transaction moves payment, request, ledger and outbox together. Doing it twice, at once or late has
 * the effect of doing it once. Undefined for a reference that is not ours.
 *
 * Throws {@link ProviderUnavailableError} when the provider gives no answer: nothing has changed then.
 */
export async function settle(reference: string, means: Means): Promise<Payment | undefined> {
  const known = await means.db.getRepository(PaymentEntity).findOneBy({ reference });
  if (!known) return means.commit(async () => undefined);
  const isAskedAnew = means.isRecheck === true || !isSettled(known.status);
  const truth = isAskedAnew ? await means.provider.verify(reference) : undefined;
  return means.commit((manager) => record(manager, known, truth));
}

async function record(
  manager: EntityManager,
  { id, requestId }: Payment,
  truth: ProviderTransaction | undefined,
): Promise<Payment> {
  // The request is locked before the payment, here and at initiation, so that two payments of one request
  // wait for each other instead of deadlocking.
  const request = await lock<HelpRequest>(manager, HelpRequestEntity, requestId);
  const payment = await lock<Payment>(manager, PaymentEntity, id);
  const verdict = decideSettlement(payment, request, truth);
  if (verdict && truth) {
    await applySettlement(manager, { payment, request, truth, verdict });
    publishChange(manager, request.learnerId, payment.payerId);
  }
  await manager.query('UPDATE payments SET last_checked_at = now() WHERE id = $1', [id]);
  notifyAfterCommit(manager, PAYMENTS_CHANNEL);
  const status: PaymentStatus = verdict?.status ?? payment.status;
  return { ...payment, status };
}

function lock<T extends { id: string }>(
  manager: EntityManager,
  entity: typeof HelpRequestEntity | typeof PaymentEntity,
  id: string,
): Promise<T> {
  return manager
    .createQueryBuilder(entity, 'row')
    .setLock('pessimistic_write')
    .where('row.id = :id', { id })
    .getOneOrFail() as Promise<unknown> as Promise<T>;
}
