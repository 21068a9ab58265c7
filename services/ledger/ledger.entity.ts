import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';
import type { Account } from './postings.ts';
import type { BookDifference } from './reconciliation/compare-books.ts';

/** Events that the ledger records; `reversal` is all that the provider had left of a payment, given back. */
export const ledgerKinds = [
  'capture',
  'provider_fee',
  'purchase',
  'purchase_return',
  'refund',
  'dispute_lost',
  'reversal',
  'allotment',
] as const;
/** See {@link ledgerKinds}. */
export type LedgerKind = (typeof ledgerKinds)[number];

/** One event in the append-only ledger; its postings add up to 0 per currency. */
export type LedgerTransaction = RowOf<typeof LedgerTransactionEntity>;

export const LedgerTransactionEntity = defineEntity({
  name: 'LedgerTransaction',
  tableName: 'ledger_transactions',
  columns: {
    id: column.id,
    kind: column.oneOf(ledgerKinds),
    /** Its cause: the id of a payment, refund, dispute, purchase or allotment. Once per kind. */
    reference: column.kept(column.text),
    /** The payment whose money moves; null for an allotment and what it pays for. */
    paymentId: column.reference('Payment', { nullable: true }),
    /** The operator who caused it; null for the system. No foreign key, because the row must never change. */
    actorId: column.internal(column.optional(column.uuid)),
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'ledger_transactions_once', columns: ['kind', 'reference'], unique: true },
    { name: 'ledger_transactions_payment', columns: ['paymentId', 'kind'] },
    { name: 'ledger_transactions_created', columns: ['createdAt', 'id'] },
  ],
});

/** One line of a ledger transaction. */
export const LedgerPostingEntity = defineEntity({
  name: 'LedgerPosting',
  tableName: 'ledger_postings',
  columns: {
    transactionId: column.reference('LedgerTransaction', { primary: true }),
    /** Position in its transaction, from 0. */
    line: { ...column.integer, type: 'smallint', primary: true },
    account: column.kept(column.textOf<Account>()),
    /** A debit is positive, a credit negative. */
    amountMinor: column.amountMinor,
    currency: column.currencyCode,
  },
  indices: [{ name: 'ledger_postings_account', columns: ['account', 'currency'] }],
  checks: [
    { name: 'ledger_postings_amount', expression: 'amount_minor <> 0' },
    {
      name: 'ledger_postings_account_known',
      expression:
        `account ~ '^(provider|provider_fees|service_fees|completion_fund|purchases|refunds_out|disputes_lost` +
        `|(request|pool):[0-9a-f-]{36})$'`,
    },
  ],
});

/** One finished comparison of the ledger with the provider's books. */
export type ReconciliationRun = RowOf<typeof ReconciliationRunEntity>;

export const ReconciliationRunEntity = defineEntity({
  name: 'ReconciliationRun',
  tableName: 'reconciliation_runs',
  columns: {
    id: column.id,
    /** Operator who requested it; null for the nightly run and the command. */
    requestedById: column.reference('User', { nullable: true }),
    /** Transactions since then were compared. */
    since: column.time,
    transactions: column.counter,
    recordedFees: column.counter,
    /** The first differences; `differenceCount` counts all. */
    differences: { ...column.json<BookDifference[]>(), default: () => `'[]'` },
    differenceCount: column.counter,
    /** Why it could not be finished; null when it was. */
    failure: column.optionalText,
    startedAt: column.time,
    finishedAt: column.createdAt,
  },
  indices: [
    { name: 'reconciliation_runs_finished', columns: ['finishedAt'] },
    {
      name: 'reconciliation_runs_requested_by',
      columns: ['requestedById'],
      where: 'requested_by_id IS NOT NULL',
    },
  ],
});
