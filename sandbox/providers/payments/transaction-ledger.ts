import { randomInt } from 'node:crypto';
import type { SandboxStore } from '../sandbox-store.ts';
import type { ListRange } from './api/list-query.ts';
import type { Transaction, TransactionStatus } from './transaction.ts';

/** Fields that `initialize` sets, and when; without a time it is now. */
export type NewTransaction = Pick<
  Transaction,
  'reference' | 'email' | 'amountMinor' | 'currency' | 'callbackUrl' | 'metadata' | 'channels'
> &
  Partial<Pick<Transaction, 'createdAtMs'>>;

/** Fields that checkout or the control API may change. */
export type TransactionChange = Partial<
  Pick<Transaction, 'status' | 'amountMinor' | 'currency' | 'gatewayResponse' | 'refundedMinor' | 'paidAtMs'>
>;

/** The provider's ledger, which tests compare with the product's. */
export type TransactionLedger = ReturnType<typeof createTransactionLedger>;

type Row = Record<string, string | number | null>;

function toTransaction(row: Row): Transaction {
  return {
    id: Number(row.id),
    reference: String(row.reference),
    accessCode: String(row.access_code),
    status: String(row.status) as TransactionStatus,
    email: String(row.email),
    requestedAmountMinor: Number(row.requested_amount_minor),
    amountMinor: Number(row.amount_minor),
    currency: String(row.currency),
    refundedMinor: Number(row.refunded_minor),
    callbackUrl: row.callback_url === null ? null : String(row.callback_url),
    metadata: row.metadata === null ? null : JSON.parse(String(row.metadata)),
    channels: JSON.parse(String(row.channels)),
    gatewayResponse: String(row.gateway_response),
    createdAtMs: Number(row.created_at),
    paidAtMs: row.paid_at === null ? null : Number(row.paid_at),
  };
}

const code = (length: number) =>
  Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[randomInt(36)]).join('');

/** Opens the ledger stored in `store`. */
export function createTransactionLedger({ db }: SandboxStore) {
  const byReference = db.prepare('SELECT * FROM transactions WHERE reference = ?');
  const byId = db.prepare('SELECT * FROM transactions WHERE id = ?');
  const byAccessCode = db.prepare('SELECT * FROM transactions WHERE access_code = ?');
  const all = db.prepare('SELECT * FROM transactions ORDER BY id');
  const matching = `FROM transactions WHERE (:status IS NULL OR status = :status)
    AND created_at BETWEEN :fromMs AND :toMs`;
  const page = db.prepare(`SELECT * ${matching} ORDER BY id DESC LIMIT :limit OFFSET :offset`);
  const totals = db.prepare(`SELECT count(*) AS n, total(amount_minor) AS volume ${matching}`);
  const lastId = db.prepare('SELECT max(id) AS id FROM transactions');
  const insert = db.prepare(
    `INSERT INTO transactions (id, reference, access_code, status, email, requested_amount_minor, amount_minor,
       currency, callback_url, metadata, channels, gateway_response, created_at)
     VALUES (:id, :reference, :accessCode, 'abandoned', :email, :amount, :amount, :currency, :callbackUrl,
       :metadata, :channels, 'The transaction was not completed', :createdAt)
     ON CONFLICT (reference) DO NOTHING`,
  );
  const update = db.prepare(
    `UPDATE transactions SET status = :status, amount_minor = :amountMinor, currency = :currency,
       gateway_response = :gatewayResponse, refunded_minor = :refundedMinor, paid_at = :paidAtMs
     WHERE reference = :reference`,
  );
  const found = (row: unknown) => (row === undefined ? undefined : toTransaction(row as Row));

  const find = (reference: string) => found(byReference.get(reference));

  /** Ids derive from the clock, so that a reset sandbox never reuses one; they exceed 32 bits like the provider's. */
  function nextId(): number {
    const last = Number((lastId.get() as Row).id ?? 0);
    return Math.max(last + 1, Date.now() * 1000 + randomInt(1000));
  }

  return {
    find,
    findById: (id: number) => found(byId.get(id)),
    findByAccessCode: (accessCode: string) => found(byAccessCode.get(accessCode)),
    /** Returns one page, newest first, and the number and sum of all matches. */
    page({ limit, offset, ...range }: ListRange, status: string | null) {
      const rows = page.all({ ...range, status, limit, offset });
      const { n, volume } = totals.get({ ...range, status }) as Row;
      const transactions = rows.map((row) => toTransaction(row as Row));
      return { transactions, total: Number(n), volumeMinor: Number(volume) };
    },
    list: () => all.all().map((row) => toTransaction(row as Row)),

    /** Adds a transaction; returns undefined when the reference was used before. */
    add(given: NewTransaction): Transaction | undefined {
      const { changes } = insert.run({
        id: nextId(),
        reference: given.reference,
        accessCode: code(15),
        email: given.email,
        amount: given.amountMinor,
        currency: given.currency,
        callbackUrl: given.callbackUrl,
        metadata: given.metadata === undefined ? null : JSON.stringify(given.metadata),
        channels: JSON.stringify(given.channels),
        createdAt: given.createdAtMs ?? Date.now(),
      });
      return changes === 0 ? undefined : find(given.reference);
    },

    /** Updates `current` with `change` and returns the new transaction. */
    change(current: Transaction, change: TransactionChange): Transaction {
      const next = { ...current, ...change };
      const { status, amountMinor, currency, gatewayResponse, refundedMinor, paidAtMs, reference } = next;
      update.run({ status, amountMinor, currency, gatewayResponse, refundedMinor, paidAtMs, reference });
      return next;
    },
  };
}
