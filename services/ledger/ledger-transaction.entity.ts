import { EntitySchema } from 'typeorm';
import { createdAt, id, oneOf, reference, text } from '#services/platform/database/columns.ts';

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
export interface LedgerTransaction {
  id: string;
  kind: LedgerKind;
  /** What caused it: the id of a payment, refund, dispute, purchase or allotment. Once per kind. */
  reference: string;
  /** The payment whose money moves; null for an allotment and what it pays for. */
  paymentId: string | null;
  /** The operator who caused it; null for the system. No foreign key, because the row must never change. */
  actorId: string | null;
  createdAt: Date;
}

export const LedgerTransactionEntity = new EntitySchema<LedgerTransaction>({
  name: 'LedgerTransaction',
  tableName: 'ledger_transactions',
  columns: {
    id,
    kind: text,
    reference: text,
    paymentId: reference('Payment', { nullable: true }),
    actorId: { type: 'uuid', nullable: true },
    createdAt,
  },
  indices: [
    { name: 'ledger_transactions_once', columns: ['kind', 'reference'], unique: true },
    { name: 'ledger_transactions_payment', columns: ['paymentId', 'kind'] },
    { name: 'ledger_transactions_created', columns: ['createdAt', 'id'] },
  ],
  checks: [{ name: 'ledger_transactions_kind_known', expression: oneOf('kind', ledgerKinds) }],
});
