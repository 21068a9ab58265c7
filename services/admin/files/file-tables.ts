import { rows, type SqlClient } from '#services/platform/database/sql.ts';

/** A table whose rows have a file (`data`, `object_key`). */
export interface FileTable {
  table: string;
  /** The columns of its primary key. */
  keys: readonly string[];
}

/** Every table with uploaded files. */
export const fileTables: readonly FileTable[] = [
  { table: 'certificates', keys: ['enrolment_id'] },
  { table: 'invoices', keys: ['request_id'] },
  { table: 'order_receipts', keys: ['purchase_id', 'attempt'] },
  { table: 'profile_pictures', keys: ['user_id'] },
  { table: 'proofs', keys: ['request_id'] },
];

/** Number of files of a table in each store. */
export interface FileCount {
  table: string;
  postgres: number;
  s3: number;
}

const statement = fileTables
  .map(
    ({ table }) =>
      `SELECT '${table}' AS table, count(data)::int AS postgres, (count(*) - count(data))::int AS s3 FROM ${table}`,
  )
  .join(' UNION ALL ');

/** Counts the files by table and store, in one statement. */
export function countFiles(client: SqlClient): Promise<FileCount[]> {
  return rows<FileCount>(client, `${statement} ORDER BY 1`);
}
