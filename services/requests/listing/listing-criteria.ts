import type pg from 'pg';
import { execute } from '#services/platform/database/sql.ts';
import { listedForSponsor } from '../visible-to-sponsor.ts';

/** Filters, sort order and page of the listing; amounts in minor units. */
export interface ListingQuery {
  search?: string | undefined;
  platform?: string | undefined;
  currency?: string | undefined;
  minMinor?: number | undefined;
  maxMinor?: number | undefined;
  /** `closest` needs `currency` and `nearMinor`. */
  sort: 'waiting' | 'newest' | 'closest';
  nearMinor?: number | undefined;
  page: number;
  limit: number;
}

/** SQL fragments over `open_requests AS r`, restricted to what the caller may see. */
export interface ListingCriteria {
  values: unknown[];
  isVisible: string;
  /** Filter conditions that indexes support; empty without filters. */
  indexed: string[];
  /** The same conditions in a form that no index supports, so that the planner keeps the scan in sort order. */
  unindexed: string[];
  order: string;
  /** Placeholders of the currency and price; set for the sort order `closest`. */
  closest: { currency: string; near: string } | undefined;
}

// Trigram indexes need three letters or digits in a row; shorter terms use the index on letter pairs.
const hasTrigram = /[\p{L}\p{N}]{3}/u;

/** Builds the SQL of a listing query. */
export function buildListingCriteria(sponsorId: string, query: ListingQuery): ListingCriteria {
  const values: unknown[] = [];
  const bind = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const { search, platform, currency, minMinor, maxMinor, sort } = query;
  const isVisible = listedForSponsor(bind(sponsorId, 'uuid'));
  const conditions: [indexed: string, unindexed: string][] = [];
  const contains = (column: string, text: string) => {
    const sought = `(SELECT request_text(${bind(text, 'text')}))`;
    const pattern = String.raw`(SELECT '%' || regexp_replace(${sought}, '([\\%_])', '\\\1', 'g') || '%')`;
    const pieces = `short_pieces(${column}) @> (SELECT short_pieces(${sought}))`;
    const unindexed = `strpos(${column} COLLATE "C", ${sought}) > 0`;
    conditions.push([
      hasTrigram.test(text) ? `${column} LIKE ${pattern}` : `${pieces} AND ${unindexed}`,
      unindexed,
    ]);
  };
  if (search) contains('r.doc', search);
  if (platform) contains('r.platform', platform);
  const held = currency && bind(currency, 'text');
  if (held) conditions.push([`r.currency = ${held}`, `r.currency COLLATE "C" = ${held}`]);
  const price = (test: string) => conditions.push([`r.price_minor ${test}`, `r.price_minor + 0 ${test}`]);
  if (minMinor !== undefined) price(`>= ${bind(minMinor, 'bigint')}`);
  if (maxMinor !== undefined) price(`<= ${bind(maxMinor, 'bigint')}`);
  const closest =
    sort === 'closest' && held ? { currency: held, near: bind(query.nearMinor, 'bigint') } : undefined;
  return {
    values,
    isVisible,
    indexed: conditions.map(([indexed]) => indexed),
    unindexed: conditions.map(([, unindexed]) => unindexed),
    order: orderOf(sort, closest?.near),
    closest,
  };
}

function orderOf(sort: ListingQuery['sort'], near: string | undefined): string {
  if (sort === 'newest') return 'r.created_at DESC, r.id DESC';
  if (!near) return 'r.created_at, r.id';
  // Equal distance: the cheaper first. Equal price: in the order of the scan on that side.
  return `abs(r.price_minor - ${near}), r.price_minor, CASE WHEN r.price_minor >= ${near} THEN r.id END, r.id DESC`;
}

/** SQL: number of open public requests per filing day, as rows of `day`, `n`, `is_change`. */
export const publicDaysSql = `
  SELECT day, n, 0 AS is_change FROM open_request_days UNION ALL SELECT day, n, 1 FROM open_request_changes`;

const compactionThreshold = 500;

/**
 * Adds the collected changes to the day counts once there are 500, in one statement, so that readers see either state
 * before or after it. Rows locked by a concurrent compaction are skipped.
 */
export async function compactDayCounts(pool: pg.Pool, changes: number): Promise<void> {
  if (changes < compactionThreshold) return;
  await execute(
    pool,
    `
    WITH folded AS (
      DELETE FROM open_request_changes
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM open_request_changes LIMIT 20000 FOR UPDATE SKIP LOCKED))
      RETURNING day, n)
    INSERT INTO open_request_days AS d (day, n) SELECT day, sum(n) FROM folded GROUP BY day ORDER BY day
    ON CONFLICT (day) DO UPDATE SET n = d.n + excluded.n`,
  );
}
