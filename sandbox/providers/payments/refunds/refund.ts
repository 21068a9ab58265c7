import type { SandboxStore } from '../../sandbox-store.ts';
import { type Row, readRows } from '../stored-rows.ts';

/** The provider's refund states (payments protocol, "Refunds"). */
export const refundStatuses = ['pending', 'processing', 'processed', 'failed', 'needs-attention'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** One refund of a captured transaction. Times are milliseconds since 1970. */
export interface Refund {
  id: number;
  reference: string;
  amountMinor: number;
  currency: string;
  status: RefundStatus;
  /** Started on the provider's own dashboard instead of by the API. */
  isFromDashboard: boolean;
  customerNote: string | null;
  merchantNote: string | null;
  /** Last digits of the account that the payer named; the number itself is not stored. */
  accountLast4: string | null;
  /** Number of accepted retries with the payer's bank details. */
  retries: number;
  createdAtMs: number;
  updatedAtMs: number;
}

/** Returns whether the refund can still change. */
export function isRefundOpen({ status }: Pick<Refund, 'status'>): boolean {
  return status !== 'processed' && status !== 'failed';
}

export type NewRefund = Omit<Refund, 'id' | 'accountLast4' | 'retries' | 'createdAtMs' | 'updatedAtMs'>;

const columns = `id, reference, amount_minor AS amountMinor, currency, status, from_dashboard AS isFromDashboard,
  customer_note AS customerNote, merchant_note AS merchantNote, account_last4 AS accountLast4, retries,
  created_at AS createdAtMs, updated_at AS updatedAtMs`;
const read = (row: Row) => ({ ...row, isFromDashboard: row.isFromDashboard === 1 }) as Refund;

/** Opens the refunds stored in `store`. */
export function createRefundStore(store: SandboxStore) {
  const { db } = store;
  const rows = readRows(store, { table: 'refunds', columns, read });
  const insert = db.prepare(
    `INSERT INTO refunds (reference, amount_minor, currency, status, from_dashboard, customer_note, merchant_note,
       created_at, updated_at)
     VALUES (:reference, :amountMinor, :currency, :status, :fromDashboard, :customerNote, :merchantNote, :now, :now)`,
  );
  const update = db.prepare(
    `UPDATE refunds SET status = :status, account_last4 = :accountLast4, retries = :retries, due_at = NULL,
       updated_at = :now WHERE id = :id`,
  );
  const schedule = db.prepare('UPDATE refunds SET due_at = ? WHERE id = ?');
  const due = db.prepare(`SELECT ${columns} FROM refunds WHERE due_at <= ? ORDER BY due_at, id`);
  const nextDue = db.prepare('SELECT min(due_at) AS due FROM refunds');

  return {
    ...rows,
    add({ isFromDashboard, ...fields }: NewRefund): Refund {
      const given = { ...fields, fromDashboard: Number(isFromDashboard), now: Date.now() };
      return rows.get(insert.run(given).lastInsertRowid);
    },
    /** Updates a refund; its scheduled next step, if any, is dropped. */
    change(current: Refund, change: Partial<Refund>): Refund {
      const { id, status, accountLast4, retries } = { ...current, ...change };
      update.run({ id, status, accountLast4, retries, now: Date.now() });
      return rows.get(id);
    },
    /** Sets when the refund moves to its next state by itself. */
    schedule: (id: number, atMs: number) => void schedule.run(atMs, id),
    listDue: (nowMs: number) => due.all(nowMs).map(read),
    /** Returns when the next refund moves by itself; undefined when none does. */
    findNextDue(): number | undefined {
      const row = nextDue.get() as Row;
      return row.due === null ? undefined : Number(row.due);
    },
  };
}
