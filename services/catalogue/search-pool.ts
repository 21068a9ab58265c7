import pg from 'pg';
import { postgresClientOptions } from '#services/platform/database/data-source.ts';
import { traceQueries, watchConnection } from '#services/platform/database/pg-client.ts';

import { isTracing } from '#services/platform/tracing/spans.ts';

/** Statement timeout of a search in milliseconds; the API responds with 503 when it is exceeded. */
const statementTimeoutMs = 1_000;

// The search statements choose the access path themselves, so the planner's alternatives are disabled and one generic
// plan per statement is cached. `work_mem` keeps bitmaps of a million rows exact instead of lossy.
const options = [
  'enable_seqscan=off',
  'enable_sort=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
  // Starting a worker costs more than a whole search.
  'max_parallel_workers_per_gather=0',
  'work_mem=32MB',
  'plan_cache_mode=force_generic_plan',
  'pg_trgm.similarity_threshold=0.35',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** Creates a connection pool for searches alone, so that slow searches never block payments. Connects on first use. */
export function createSearchPool(databaseUrl: string, max = 4): pg.Pool {
  const pool = new pg.Pool({
    ...postgresClientOptions,
    connectionString: databaseUrl,
    statement_timeout: statementTimeoutMs,
    // `statement_timeout` applies first; this covers a server that does not respond at all.
    query_timeout: 3 * statementTimeoutMs,
    application_name: 'courselift-search',
    max,
    options,
    onConnect: (client) => {
      watchConnection(client);
      if (isTracing()) traceQueries(client);
    },
  });
  // Without a listener the error of a broken idle connection would end the process; the pool replaces it.
  pool.on('error', () => {});
  return pool;
}
