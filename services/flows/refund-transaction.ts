import type { EntityManager } from 'typeorm';
import { hourMs, minuteMs } from '#contracts/durations.ts';
import { OPERATORS } from '#services/cases/audit-log.ts';
import { openCase } from '#services/cases/open-case.ts';
import { type UnmatchedTransaction, UnmatchedTransactionEntity } from '#services/ledger/ledger.entity.ts';
import { endRefund, unmatchedCase } from '#services/ledger/reconciliation/unmatched-transactions.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow, lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { UnavailableError } from '#services/platform/errors.ts';
import type { ProviderRefund } from '#services/providers/payment-provider.ts';
import { ProviderKeyError, ProviderRejectedError } from '#services/providers/provider-errors.ts';
import { canMoveRefund, isRefundOpen } from '#services/refunds/refund-rules.ts';
import type { ProviderJob } from './settle.ts';

/** Clocks of both sides may differ by this much. */
const skewMs = 5 * minuteMs;
/** How long a refund whose call got no answer may be missing in the provider's list before operators decide again. */
const unconfirmedAfterMs = hourMs;

/** The call of an earlier attempt got no answer, and the provider does not list its refund yet. */
class TransactionRefundUnconfirmedError extends UnavailableError {
  override name = 'TransactionRefundUnconfirmedError';
}

/**
 * Gives a transaction back that no payment has, by exactly one call to the provider, or stores how far its refund is. That the call is
 * about to be made is committed first; an attempt that finds it committed only reads the provider's list. Safe when run
 * concurrently, and after a crash at any point. The ledger has no part of this money.
 * @throws ProviderUnavailableError or TransactionRefundUnconfirmedError when it must be attempted again.
 */
export async function refundTransaction(id: string, { db, provider, complete }: ProviderJob): Promise<void> {
  const known = await db.getRepository(UnmatchedTransactionEntity).findOneBy({ id });
  if (!known?.refundStatus || !isRefundOpen(known.refundStatus)) return;
  const from = new Date((known.paidAt ?? known.createdAt).getTime() - skewMs);
  const listed = (await provider.listRefunds({ from })).filter(({ transactionId, reference }) =>
    transactionId === null ? reference === known.reference : transactionId === known.providerId,
  );
  const next = await inTransaction(db, (manager) => claimCall(manager, id, listed));
  if (next === 'unconfirmed')
    throw new TransactionRefundUnconfirmedError('The provider does not list this refund yet', {
      hasResponded: true,
    });
  if (next === 'done') return;
  const { reference, currency } = known;
  try {
    const merchantNote = `Transaction ${id}`;
    const created = await provider.createRefund({ reference, currency, merchantNote, amountMinor: next });
    await complete((manager) => store(manager, id, created));
  } catch (error) {
    if (error instanceof ProviderKeyError)
      await db
        .getRepository(UnmatchedTransactionEntity)
        .update({ id, refundStatus: 'pending' }, { refundCalledAt: null });
    if (!(error instanceof ProviderRejectedError)) throw error;
    await complete((manager) => fail(manager, id, `The provider rejected it: ${error.message}`));
  }
}

/** Returns the amount to refund in minor units, for the one attempt that calls the provider. */
async function claimCall(
  manager: EntityManager,
  id: string,
  listed: readonly ProviderRefund[],
): Promise<number | 'done' | 'unconfirmed'> {
  const transaction = await lockRow(manager, UnmatchedTransactionEntity, { id });
  if (!transaction?.refundStatus || !isRefundOpen(transaction.refundStatus)) return 'done';
  const given = listed.filter(({ status }) => status !== 'failed');
  const leftMinor = given.reduce((left, { amountMinor }) => left - amountMinor, transaction.amountMinor);
  const unfinished = given.find(({ status }) => status !== 'processed');
  const { refundProviderId, refundCalledAt } = transaction;
  const reported = refundProviderId
    ? listed.find((refund) => refund.id === refundProviderId)
    : refundCalledAt &&
      leftMinor === 0 &&
      given.find((refund) => couldBe(transaction, refundCalledAt, refund));
  // The case stays open until every part is paid out.
  if (reported) await store(manager, id, (reported.status === 'processed' && unfinished) || reported);
  if (reported || refundProviderId) return 'done';
  if (refundCalledAt) {
    const ageMs = (await databaseNow(manager)).getTime() - refundCalledAt.getTime();
    if (ageMs < unconfirmedAfterMs) return 'unconfirmed';
    await fail(manager, id, 'The call got no answer, and the provider lists no such refund.');
    return 'done';
  }
  const returned = unfinished ?? given[0];
  // It was given back on the provider's dashboard.
  if (leftMinor <= 0 && returned) {
    await store(manager, id, returned);
    return 'done';
  }
  // The row lock lets only one of two concurrent attempts get here.
  await manager.update(UnmatchedTransactionEntity, id, { refundCalledAt: () => 'clock_timestamp()' });
  return leftMinor;
}

/** With it the provider gives back all of the transaction, as our call requests. */
const couldBe = (transaction: UnmatchedTransaction, calledAt: Date, reported: ProviderRefund): boolean =>
  reported.currency === transaction.currency &&
  (reported.createdAt === null || reported.createdAt.getTime() >= calledAt.getTime() - skewMs);

async function store(manager: EntityManager, id: string, reported: ProviderRefund): Promise<void> {
  const transaction = await lockRow(manager, UnmatchedTransactionEntity, { id });
  const { status, id: refundProviderId } = reported;
  if (!transaction?.refundStatus) return;
  await manager.update(UnmatchedTransactionEntity, id, { refundProviderId });
  if (!canMoveRefund(transaction.refundStatus, status)) return;
  publishChange(manager, OPERATORS);
  if (status === 'failed') return fail(manager, id, 'The provider could not refund it.');
  if (status === 'processed') return endRefund(manager, id);
  await manager.update(UnmatchedTransactionEntity, id, { refundStatus: status });
  if (status === 'needs_attention') await addToCase(manager, transaction, needsAccount);
}

const needsAccount =
  'The provider needs bank details of the payer for the refund. Ask the payer for them and enter them on the dashboard of the provider.';

async function fail(manager: EntityManager, id: string, refundFailure: string): Promise<void> {
  const transaction = await lockRow(manager, UnmatchedTransactionEntity, { id });
  if (!transaction?.refundStatus || !isRefundOpen(transaction.refundStatus)) return;
  await manager.update(UnmatchedTransactionEntity, id, { refundStatus: 'failed', refundFailure });
  await addToCase(manager, transaction, `The refund failed. ${refundFailure}`);
}

/** Adds a sentence to the history of the case about the transaction, which is opened if it is closed. */
async function addToCase(
  manager: EntityManager,
  { reference }: UnmatchedTransaction,
  summary: string,
): Promise<void> {
  await openCase(manager, { ...unmatchedCase(reference), summary });
  publishChange(manager, OPERATORS);
}
