import pg from 'pg';
import { execute, rows, type SqlClient } from '#services/platform/database/sql.ts';

/** Number of rows of each table, and a sum of hashes of its rows that does not depend on their order. */
export type TableSums = Record<string, { rows: number; sum: string }>;

/** Reads all tables of the product, in the transaction of the client if it has one. The queues are not read. */
export async function readTableSums(client: pg.Client): Promise<TableSums> {
  // Rows are compared as texts, which these settings change.
  await execute(client, `SET timezone = 'UTC'`);
  await execute(client, `SET extra_float_digits = 1`);
  const tables = await rows<{ name: string }>(
    client,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY 1`,
  );
  const sums: TableSums = {};
  for (const { name } of tables) {
    const [table] = await rows<{ rows: number; sum: string }>(
      client,
      `SELECT count(*)::float8 AS rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS sum
       FROM public.${pg.escapeIdentifier(name)} t`,
    );
    if (table) sums[name] = table;
  }
  return sums;
}

/** Returns one line for each table that differs, and for each transaction of the ledger that is not balanced. */
export async function findDifferences(client: pg.Client, expected: TableSums): Promise<string[]> {
  const restored = await readTableSums(client);
  const names = [...new Set([...Object.keys(expected), ...Object.keys(restored)])].sort();
  const tables = names.flatMap((name) => {
    const [was, is] = [expected[name], restored[name]];
    if (was && is && was.rows === is.rows && was.sum === is.sum) return [];
    return [`${name}: ${was?.rows ?? 'no table'} rows in the backup, ${is?.rows ?? 'no table'} restored`];
  });
  return [...tables, ...(restored.ledger_postings ? await findUnbalanced(client) : [])];
}

/** Returns one line for each transaction and currency of the ledger whose postings do not add up to zero. */
export async function findUnbalanced(client: SqlClient): Promise<string[]> {
  const unbalanced = await rows<{ id: string; currency: string }>(
    client,
    `SELECT transaction_id AS id, currency FROM ledger_postings
     GROUP BY transaction_id, currency HAVING sum(amount_minor) <> 0 LIMIT 20`,
  );
  return unbalanced.map(({ id, currency }) => `ledger transaction ${id} is not balanced in ${currency}`);
}
