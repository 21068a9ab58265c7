import type { SQLOutputValue } from 'node:sqlite';
import type { SandboxStore } from '../sandbox-store.ts';

/** Page and time range of a list call; times in milliseconds since 1970. */
export interface ListRange {
  fromMs: number;
  toMs: number;
  limit: number;
  offset: number;
}

/** A selected row; its columns have the names of the fields, times are milliseconds since 1970. */
export type Row = Record<string, SQLOutputValue>;

/** Where and how the rows of one kind are stored. */
interface StoredKind<T> {
  table: string;
  /** SQL of the selected columns, named as the fields of `T`. */
  columns: string;
  read: (row: Row) => T;
  /** Columns by which {@link readRows} can limit a page. */
  filters?: readonly string[];
}

/** Reads the transactions, refunds or disputes in `store`, which all have an id, a reference, an amount and a time. */
export function readRows<T>({ db }: SandboxStore, { table, columns, read, filters = [] }: StoredKind<T>) {
  const select = `SELECT ${columns} FROM ${table}`;
  const byId = db.prepare(`${select} WHERE id = ?`);
  const byReference = db.prepare(`${select} WHERE reference = ? ORDER BY id`);
  const all = db.prepare(`${select} ORDER BY id`);
  const given = filters.map((column) => ` AND (:${column} IS NULL OR ${column} = :${column})`).join('');
  const matching = `WHERE created_at BETWEEN :fromMs AND :toMs${given}`;
  const page = db.prepare(`${select} ${matching} ORDER BY id DESC LIMIT :limit OFFSET :offset`);
  const totals = db.prepare(`SELECT count(*) AS n, total(amount_minor) AS volume FROM ${table} ${matching}`);

  const find = (id: number | bigint): T | undefined => byId.all(id).map(read)[0];
  return {
    find,
    /** Returns the row whose id is written in an address; undefined for other text than a number. */
    findByText: (id: string) => (/^\d+$/.test(id) ? find(Number(id)) : undefined),
    /** Returns what was stored under this id. */
    get(id: number | bigint): T {
      const stored = find(id);
      if (!stored) throw new Error(`No row ${id} in ${table}`);
      return stored;
    },
    listOf: (reference: string) => byReference.all(reference).map(read),
    list: () => all.all().map(read),
    /** Returns one page, newest first, and the number and sum of all matches; null selects all. */
    page({ limit, offset, ...range }: ListRange, filter: Record<string, string | null> = {}) {
      const { n, volume } = totals.get({ ...range, ...filter }) as Row;
      const rows = page.all({ ...range, ...filter, limit, offset }).map(read);
      return { rows, total: Number(n), volumeMinor: Number(volume) };
    },
  };
}
