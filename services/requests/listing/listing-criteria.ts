import { visibleToSponsor } from '../visible-to-sponsor.ts';

/** What is looked for among the open requests; amounts in minor units. */
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

/** A query as SQL over `open_requests AS r`, for whoever may see them. */
export interface ListingCriteria {
  values: unknown[];
  isVisible: string;
  /** What was asked for beyond being visible, so that indexes can look it up; empty when nothing was. */
  indexed: string[];
  /** The same, so that no index can: for reading requests in order, whatever the planner guesses. */
  unindexed: string[];
  order: string;
  /** Placeholders, when the closest price is asked for. */
  closest: { currency: string; near: string } | undefined;
}

// Three letters or digits in a row are what trigrams can look up; anything else is looked up by its pairs of letters.
const hasTrigram = /[\p{L}\p{N}]{3}/u;

/** Puts a query into SQL. `sponsorId` is absent for visitors, who see what is public. */
export function buildListingCriteria(sponsorId: string | undefined, query: ListingQuery): ListingCriteria {
  const values: unknown[] = [];
  const bind = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const { search, platform, currency, minMinor, maxMinor, sort } = query;
  const isVisible = sponsorId ? visibleToSponsor(bind(sponsorId, 'uuid')) : 'r.is_public';
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
  // Of two that are as close, the cheaper first; of equal prices, in the order of the walks on either side.
  return `abs(r.price_minor - ${near}), r.price_minor, CASE WHEN r.price_minor >= ${near} THEN r.id END, r.id DESC`;
}
