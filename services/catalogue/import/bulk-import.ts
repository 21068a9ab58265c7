import type pg from 'pg';
import { postgresClientOptions, withClient } from '#services/platform/database/data-source.ts';
import { execute, row } from '#services/platform/database/sql.ts';

// Advisory lock: shared by running imports, exclusive for the repair. The number is unique within this product.
const importLock = 722_011;

// Cost of updating the search index for one row, relative to rebuilding it per row.
const incrementalCost = 5;
const minBulkRows = 20_000;

/** Takes the shared advisory lock of imports; it is released when the connection ends. */
export async function acquireImportLock(client: pg.ClientBase): Promise<void> {
  await execute(client, 'SELECT pg_advisory_lock_shared($1)', [importLock]);
}

/** Returns whether rebuilding the search index is cheaper than updating it for each of the imported rows. */
export async function isBulk(client: pg.ClientBase, rows: number): Promise<boolean> {
  if (rows < minBulkRows) return false;
  const catalogue = await row<{ n: number }>(
    client,
    `SELECT coalesce(sum(n), 0)::int AS n FROM course_facets WHERE lexeme IN ('=s:free', '=s:paid')`,
  );
  return rows * incrementalCost > rows + (catalogue?.n ?? 0);
}

/** Disables index updates for the writes of this connection; they mark the search index as stale instead. */
export async function suspendIndexing(client: pg.ClientBase): Promise<void> {
  await execute(client, `SELECT set_config('courselift.bulk_import', 'on', false)`);
}

/** Rebuilds the search index if a bulk import left it stale. Returns whether it did. */
export async function rebuildIfStale(client: pg.ClientBase): Promise<boolean> {
  const state = await row<{ behind: boolean }>(
    client,
    'SELECT is_search_behind AS behind FROM catalogue_state',
  );
  if (!state?.behind) return false;
  await execute(client, 'SELECT rebuild_search()');
  return true;
}

/** Rebuilds the search index after an interrupted bulk import, unless an import is running. Returns whether it did. */
export function repairSearchIndex(databaseUrl: string): Promise<boolean> {
  return withClient(withoutTimeouts(databaseUrl, 'courselift-repair-search'), async (client) => {
    const lock = await row<{ isLocked: boolean }>(client, 'SELECT pg_try_advisory_lock($1) AS "isLocked"', [
      importLock,
    ]);
    return lock?.isLocked === true && (await rebuildIfStale(client));
  });
}

/**
 * Reads what searches read into the cache of the operating system (decision 076).
 *
 * @returns pages of 8 kB, or undefined where pg_prewarm is not installed.
 */
export function warmSearchIndex(databaseUrl: string): Promise<number | undefined> {
  return withClient(withoutTimeouts(databaseUrl, 'courselift-warm-search'), async (client) => {
    const warmed = await row<{ pages: number | null }>(client, 'SELECT warm_search()::float8 AS pages');
    return warmed?.pages ?? undefined;
  });
}

// The timeouts are for requests: rebuilding or reading the index of a large catalogue takes longer.
const withoutTimeouts = (connectionString: string, application_name: string): pg.ClientConfig => ({
  ...postgresClientOptions,
  statement_timeout: 0,
  lock_timeout: 0,
  connectionString,
  application_name,
});
