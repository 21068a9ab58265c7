import type { SandboxStore } from '../../sandbox-store.ts';
import type { ListRange } from '../api/list-query.ts';
import type { Refund, RefundStatus } from './refund.ts';

/** Fields of a new refund. */
export type NewRefund = Pick<
  Refund,
  'reference' | 'amountMinor' | 'currency' | 'status' | 'isFromDashboard' | 'customerNote' | 'merchantNote'
>;

/** The provider's stored refunds; see {@link createRefundStore}. */
export type RefundStore = ReturnType<typeof createRefundStore>;

type Row = Record<string, string | number | null>;

const textOf = (value: Row[string] | undefined) => (value == null ? null : String(value));

function toRefund(row: Row): Refund {
  return {
    id: Number(row.id),
    reference: String(row.reference),
    amountMinor: Number(row.amount_minor),
    currency: String(row.currency),
    status: String(row.status) as RefundStatus,
    isFromDashboard: row.from_dashboard === 1,
    customerNote: textOf(row.customer_note),
    merchantNote: textOf(row.merchant_note),
    accountLast4: textOf(row.account_last4),
    retries: Number(row.retries),
    createdAtMs: Number(row.created_at),
    updatedAtMs: Number(row.updated_at),
  };
}

/** Opens the refunds stored in `store`. */
export function createRefundStore({ db }: SandboxStore) {
  const byId = db.prepare('SELECT * FROM refunds WHERE id = ?');
  const byReference = db.prepare('SELECT * FROM refunds WHERE reference = ? ORDER BY id');
  const all = db.prepare('SELECT * FROM refunds ORDER BY id');
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
  const matching = 'FROM refunds WHERE created_at BETWEEN :fromMs AND :toMs';
  const page = db.prepare(`SELECT * ${matching} ORDER BY id DESC LIMIT :limit OFFSET :offset`);
  const count = db.prepare(`SELECT count(*) AS n ${matching}`);
  const due = db.prepare('SELECT * FROM refunds WHERE due_at <= ? ORDER BY due_at, id');
  const nextDue = db.prepare('SELECT min(due_at) AS due FROM refunds');
  const find = (id: number) => {
    const row = byId.get(id);
    return row && toRefund(row as Row);
  };
  const must = (id: number) => {
    const refund = find(id);
    if (!refund) throw new Error(`No refund ${id}`);
    return refund;
  };

  return {
    find,
    listOf: (reference: string) => byReference.all(reference).map((row) => toRefund(row as Row)),
    list: () => all.all().map((row) => toRefund(row as Row)),
    /** Returns one page, newest first, and the number of all matches. */
    page({ limit, offset, ...filter }: ListRange) {
      const rows = page.all({ ...filter, limit, offset });
      return {
        refunds: rows.map((row) => toRefund(row as Row)),
        total: Number((count.get({ ...filter }) as Row).n),
      };
    },
    add({ isFromDashboard, ...fields }: NewRefund): Refund {
      const { lastInsertRowid } = insert.run({
        ...fields,
        fromDashboard: Number(isFromDashboard),
        now: Date.now(),
      });
      return must(Number(lastInsertRowid));
    },
    /** Updates a refund; its scheduled next step, if any, is dropped. */
    change(current: Refund, change: Partial<Pick<Refund, 'status' | 'accountLast4' | 'retries'>>): Refund {
      const { id, status, accountLast4, retries } = { ...current, ...change };
      update.run({ id, status, accountLast4, retries, now: Date.now() });
      return must(id);
    },
    /** Sets when the refund moves to its next state by itself. */
    schedule: (id: number, atMs: number) => void schedule.run(atMs, id),
    listDue: (nowMs: number) => due.all(nowMs).map((row) => toRefund(row as Row)),
    /** Returns when the next refund moves by itself; undefined when none does. */
    findNextDue(): number | undefined {
      const row = nextDue.get() as Row;
      return row.due === null ? undefined : Number(row.due);
    },
  };
}
