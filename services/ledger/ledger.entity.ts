import { refundStatuses } from '#contracts/payments/payment-status.ts';
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
  indices: [{ name: 'ledger_postings_balances', columns: ['account', 'currency', 'amountMinor'] }],
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

/** Decisions of operators about a transaction of the provider that no payment has. */
export const transactionDecisions = ['payment', 'refund', 'not_ours'] as const;

/** A transaction that the provider captured and no payment has, as the reconciliation last read it, and what operators decided. */
export type UnmatchedTransaction = RowOf<typeof UnmatchedTransactionEntity>;

export const UnmatchedTransactionEntity = defineEntity({
  name: 'UnmatchedTransaction',
  tableName: 'unmatched_transactions',
  columns: {
    id: column.id,
    reference: column.kept(column.text),
    /** The provider's number of the transaction. */
    providerId: column.kept(column.text),
    amountMinor: column.amountMinor,
    currency: column.currencyCode,
    /** The provider's fee; null while it does not say it. */
    feesMinor: column.optional(column.amountMinor),
    payerEmail: column.emptied(column.optional(column.address)),
    paidAt: column.moment,
    /** `payment`: a payment has its reference now; `refund`: it is given back at the provider; null until an operator decides. */
    decision: column.optional(column.oneOf(transactionDecisions)),
    decidedById: column.ofOthers(column.reference('User', { nullable: true })),
    decidedAt: column.moment,
    /** Of the refund that operators decided; the ledger has no part of it. */
    refundStatus: column.optional(column.oneOf(refundStatuses)),
    /** Set in a transaction of its own before the call that starts the refund. */
    refundCalledAt: column.moment,
    refundProviderId: column.kept(column.optionalText),
    refundFailure: column.emptied(column.optionalText),
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'unmatched_transactions_reference', columns: ['reference'], unique: true },
    {
      name: 'unmatched_transactions_decided_by',
      columns: ['decidedById'],
      where: 'decided_by_id IS NOT NULL',
    },
    { name: 'unmatched_transactions_payer', columns: ['payerEmail'], where: 'payer_email IS NOT NULL' },
  ],
  checks: [
    { name: 'unmatched_transactions_amount_positive', expression: 'amount_minor > 0' },
    {
      name: 'unmatched_transactions_decided',
      expression:
        '(decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by_id IS NULL)',
    },
    {
      name: 'unmatched_transactions_refund',
      expression: `(decision IS NOT DISTINCT FROM 'refund') = (refund_status IS NOT NULL)`,
    },
  ],
});
