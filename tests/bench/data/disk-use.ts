import type pg from 'pg';

/** Rows and bytes of one table; `tableBytes` includes values that PostgreSQL stores out of line. */
export interface TableUse {
  name: string;
  rows: number;
  tableBytes: number;
  indexBytes: number;
}

/** Counts rows and disk of each table that has rows, the largest first. */
export async function readDiskUse(client: pg.Client): Promise<TableUse[]> {
  const { rows: tables } = await client.query<Omit<TableUse, 'rows'>>(
    `SELECT c.oid::regclass::text AS name, pg_table_size(c.oid)::float8 AS "tableBytes",
       pg_indexes_size(c.oid)::float8 AS "indexBytes"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
     ORDER BY pg_total_relation_size(c.oid) DESC`,
  );
  const uses: TableUse[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ n: number }>(`SELECT count(*)::float8 AS n FROM ${table.name}`);
    uses.push({ ...table, rows: rows[0]?.n ?? 0 });
  }
  return uses.filter((table) => table.rows > 0);
}

/** Returns the largest indexes with their bytes. */
export async function readLargestIndexes(
  client: pg.Client,
  count: number,
): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `SELECT indexrelid::regclass::text AS name, pg_relation_size(indexrelid)::float8 AS bytes
     FROM pg_stat_user_indexes ORDER BY 2 DESC LIMIT $1`,
    [count],
  );
  return rows;
}
