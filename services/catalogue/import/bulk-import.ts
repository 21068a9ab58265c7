import pg from 'pg';
import { postgresClientOptions } from '#services/platform/database/data-source.ts';

// Importers hold it together; who mends holds it alone. The number is this product's own.
const importLock = 722_011;

// What keeping the search up costs for one row, in rows of making it anew.
const incrementalCost = 5;
const minBulkRows = 20_000;

/** Says to others, until the connection ends, that an import is at work. */
export async function acquireImportLock(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [importLock]);
}

/** Whether so many rows are dearer to add to the search one by one than to make the whole search anew. */
export async function isBulk(client: pg.ClientBase, rows: number): Promise<boolean> {
  if (rows < minBulkRows) return false;
  const { rows: sizes } = await client.query<{ n: number }>(
    `SELECT coalesce(sum(n), 0)::int AS n FROM course_facets WHERE lexeme IN ('=s:free', '=s:paid')`,
  );
  return rows * incrementalCost > rows + (sizes[0]?.n ?? 0);
}

/** From here on this connection's writes leave the search as it is, and note that it is behind. */
export async function suspendIndexing(client: pg.ClientBase): Promise<void> {
  await client.query(`SELECT set_config('courselift.bulk_import', 'on', false)`);
}

/** Makes the search anew if a large import left it behind; answers whether it had. */
export async function rebuildIfStale(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ behind: boolean }>(
    'SELECT is_search_behind AS behind FROM catalogue_state',
  );
  if (!rows[0]?.behind) return false;
  await client.query('SELECT rebuild_search()');
  return true;
}

/** Catches up for an import that was cut off, unless one is at work. Answers whether it was needed. */
export async function repairSearchIndex(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({
    ...postgresClientOptions,
    // Making the search of a large catalogue takes longer than anybody at a screen would wait.
    statement_timeout: 0,
    lock_timeout: 0,
    connectionString: databaseUrl,
    application_name: 'courselift-mend-search',
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [
      importLock,
    ]);
    return rows[0]?.alone === true && (await rebuildIfStale(client));
  } finally {
    await client.end();
  }
}
