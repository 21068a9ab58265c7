import pg from 'pg';
import { postgresClientOptions } from '#services/platform/database/data-source.ts';

/** Longest that PostgreSQL works on one statement of a search, in milliseconds; after it the caller gets 503. */
const statementTimeoutMs = 1_000;

// Searches know better than the planner which way is short, and each has one plan that is made once. The memory
// keeps bitmaps of a million rows exact.
const options = [
  'enable_seqscan=off',
  'enable_sort=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
  'work_mem=32MB',
  'plan_cache_mode=force_generic_plan',
  'pg_trgm.similarity_threshold=0.35',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** Connections for searching alone, so that slow searches never hold up payments. Connects when first used. */
export function createSearchPool(databaseUrl: string, max = 8): pg.Pool {
  const pool = new pg.Pool({
    ...postgresClientOptions,
    connectionString: databaseUrl,
    statement_timeout: statementTimeoutMs,
    // The server gives up first; this is for one that does not answer at all.
    query_timeout: 3 * statementTimeoutMs,
    application_name: 'courselift-search',
    max,
    options,
  });
  // An idle connection that breaks is replaced when the next search needs one.
  pool.on('error', () => {});
  return pool;
}
