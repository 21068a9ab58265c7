import { randomInt } from 'node:crypto';
import type { SandboxStore } from '../sandbox-store.ts';
import { type Row, readRows } from './stored-rows.ts';

/** The provider's transaction statuses (payments protocol, "verify"). */
export const transactionStatuses = [
  'success',
  'abandoned',
  'failed',
  'ongoing',
  'pending',
  'processing',
  'queued',
  'reversal pending',
  'reversed',
] as const;

/** See {@link transactionStatuses}; an unpaid transaction is `abandoned`. */
export type TransactionStatus = (typeof transactionStatuses)[number];

/** One transaction of the ledger. Times are milliseconds since 1970. */
export interface Transaction {
  id: number;
  reference: string;
  accessCode: string;
  status: TransactionStatus;
  email: string;
  requestedAmountMinor: number;
  amountMinor: number;
  currency: string;
  refundedMinor: number;
  callbackUrl: string | null;
  metadata: unknown;
  channels: string[];
  gatewayResponse: string;
  createdAtMs: number;
  paidAtMs: number | null;
}

/** Returns whether money was captured, even if it was reversed or refunded since. */
export function isCaptured({ paidAtMs }: Pick<Transaction, 'paidAtMs'>): boolean {
  return paidAtMs !== null;
}

/** Fields that `initialize` sets, and when; without a time it is now. */
export type NewTransaction = Pick<
  Transaction,
  'reference' | 'email' | 'amountMinor' | 'currency' | 'callbackUrl' | 'metadata' | 'channels'
> &
  Partial<Pick<Transaction, 'createdAtMs'>>;

/** The provider's ledger, which tests compare with the product's. */
export type TransactionLedger = ReturnType<typeof createTransactionLedger>;

const columns = `id, reference, access_code AS accessCode, status, email, requested_amount_minor AS requestedAmountMinor,
  amount_minor AS amountMinor, currency, refunded_minor AS refundedMinor, callback_url AS callbackUrl, metadata, channels,
  gateway_response AS gatewayResponse, created_at AS createdAtMs, paid_at AS paidAtMs`;
const read = ({ metadata, channels, ...row }: Row) =>
  ({
    ...row,
    metadata: metadata === null ? null : JSON.parse(String(metadata)),
    channels: JSON.parse(String(channels)),
  }) as Transaction;

const code = (length: number) =>
  Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[randomInt(36)]).join('');

/** Opens the ledger stored in `store`. */
export function createTransactionLedger(store: SandboxStore) {
  const { db } = store;
  const rows = readRows(store, { table: 'transactions', columns, read, filters: ['status'] });
  const byAccessCode = db.prepare(`SELECT ${columns} FROM transactions WHERE access_code = ?`);
  const lastId = db.prepare('SELECT max(id) AS id FROM transactions');
  const insert = db.prepare(
    `INSERT INTO transactions (id, reference, access_code, status, email, requested_amount_minor, amount_minor,
       currency, callback_url, metadata, channels, gateway_response, created_at)
     VALUES (:id, :reference, :accessCode, 'abandoned', :email, :amountMinor, :amountMinor, :currency, :callbackUrl,
       :metadata, :channels, 'The transaction was not completed', :createdAtMs)
     ON CONFLICT (reference) DO NOTHING`,
  );
  const update = db.prepare(
    `UPDATE transactions SET status = :status, amount_minor = :amountMinor, currency = :currency,
       gateway_response = :gatewayResponse, refunded_minor = :refundedMinor, paid_at = :paidAtMs
     WHERE reference = :reference`,
  );
  const find = (reference: string): Transaction | undefined => rows.listOf(reference)[0];

  /** Ids derive from the clock, so that a reset sandbox never reuses one; they exceed 32 bits like the provider's. */
  function nextId(): number {
    const last = Number((lastId.get() as Row).id ?? 0);
    return Math.max(last + 1, Date.now() * 1000 + randomInt(1000));
  }

  return {
    ...rows,
    find,
    /** Returns a transaction that must be there. */
    get(reference: string): Transaction {
      const transaction = find(reference);
      if (!transaction) throw new Error(`No transaction ${reference}`);
      return transaction;
    },
    findByAccessCode: (accessCode: string): Transaction | undefined =>
      byAccessCode.all(accessCode).map(read)[0],

    /** Adds a transaction; returns undefined when the reference was used before. */
    add({ metadata, channels, createdAtMs = Date.now(), ...given }: NewTransaction): Transaction | undefined {
      const { changes } = insert.run({
        ...given,
        id: nextId(),
        accessCode: code(15),
        metadata: metadata === undefined ? null : JSON.stringify(metadata),
        channels: JSON.stringify(channels),
        createdAtMs,
      });
      return changes === 0 ? undefined : find(given.reference);
    },

    /** Updates `current` with `change` and returns the new transaction. */
    change(current: Transaction, change: Partial<Transaction>): Transaction {
      const next = { ...current, ...change };
      const { status, amountMinor, currency, gatewayResponse, refundedMinor, paidAtMs, reference } = next;
      update.run({ status, amountMinor, currency, gatewayResponse, refundedMinor, paidAtMs, reference });
      return next;
    },
  };
}
