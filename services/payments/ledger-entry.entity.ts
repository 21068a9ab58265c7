import { EntitySchema } from 'typeorm';
import { amountMinor, createdAt, id, oneOf, reference, text } from '#services/platform/database/columns.ts';

/** Kinds of entries: money captured from a payer, or returned by refund or chargeback. */
export const ledgerKinds = ['captured', 'returned'] as const;

/** One entry of the append-only ledger. */
export interface LedgerEntry {
  id: string;
  paymentId: string;
  kind: (typeof ledgerKinds)[number];
  /** Always positive; `kind` gives the direction. */
  amountMinor: number;
  currency: string;
  createdAt: Date;
}

export const LedgerEntryEntity = new EntitySchema<LedgerEntry>({
  name: 'LedgerEntry',
  tableName: 'ledger_entries',
  columns: { id, paymentId: reference('Payment'), kind: text, amountMinor, currency: text, createdAt },
  indices: [{ name: 'ledger_entries_once', columns: ['paymentId', 'kind'], unique: true }],
  checks: [
    { name: 'ledger_entries_amount_positive', expression: 'amount_minor > 0' },
    { name: 'ledger_entries_kind_known', expression: oneOf('kind', ledgerKinds) },
  ],
});
