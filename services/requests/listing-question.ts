import { visibleToSponsor } from './visible-to-sponsor.ts';

/** What is looked for among the open requests; amounts in minor units. */
export interface ListingWish {
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

/** A wish as SQL over `open_requests AS r`, for whoever may see them. */
export interface ListingQuestion {
  values: unknown[];
  isVisible: string;
  /** What was asked for beyond being visible; empty when nothing was. */
  filters: string[];
  /** An index can find the matches of the filters without reading all requests. */
  isIndexed: boolean;
  order: string;
  /** Placeholder of the price to be close to. */
  near: string | undefined;
}

// Three letters or digits in a row are what the trigram indexes can look up.
const hasTrigram = /[\p{L}\p{N}]{3}/u;

/** Puts a wish into SQL. `sponsorId` is absent for visitors, who see what is public. */
export function askListing(sponsorId: string | undefined, wish: ListingWish): ListingQuestion {
  const values: unknown[] = [];
  const hold = (value: unknown) => `$${values.push(value)}`;
  const contains = (column: string, text: string) =>
    `r.${column} LIKE request_text(${hold(`%${text.replace(/[\\%_]/g, '\\$&')}%`)})`;
  const { search, platform, currency, minMinor, maxMinor, nearMinor } = wish;
  const isVisible = sponsorId ? visibleToSponsor(`${hold(sponsorId)}::uuid`) : 'r.is_public';
  const filters = [
    search && contains('doc', search),
    platform && contains('platform', platform),
    currency && `r.currency = ${hold(currency)}`,
    minMinor !== undefined && `r.price_minor >= ${hold(minMinor)}`,
    maxMinor !== undefined && `r.price_minor <= ${hold(maxMinor)}`,
  ].filter((filter) => typeof filter === 'string' && filter !== '') as string[];
  const near = wish.sort === 'closest' ? `${hold(nearMinor ?? 0)}::bigint` : undefined;
  const isIndexed = Boolean(
    (search && hasTrigram.test(search)) || (platform && hasTrigram.test(platform)) || currency,
  );
  return { values, isVisible, filters, isIndexed, order: orderOf(wish.sort, near), near };
}

function orderOf(sort: ListingWish['sort'], near = '0'): string {
  if (sort === 'waiting') return 'r.created_at, r.id';
  if (sort === 'newest') return 'r.created_at DESC, r.id DESC';
  // Of two that are as close, the cheaper first; of equal prices, in the order of the walks on either side.
  return `abs(r.price_minor - ${near}), r.price_minor, CASE WHEN r.price_minor >= ${near} THEN r.id END, r.id DESC`;
}
