import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSearchPool } from '#services/catalogue/search-pool.ts';
import { bulkInsertRequests } from '#tests/funding/support/bulk-insert-requests.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { findOpenIds } from './find-open-requests.ts';
import type { ListingQuery } from './listing-criteria.ts';

let database: TestDatabase;
let client: pg.Client;
let search: pg.Pool;
let sponsorId: string;
/** An id that no request invites. */
const strangerId = randomUUID();
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  sponsorId = await bulkInsertRequests(client, 4_000);
  search = createSearchPool(database.url, 2);
});
afterAll(async () => {
  await search?.end();
  await client?.end();
  await database?.drop();
});

/** Reference implementation of the listing as one plain query. */
async function expected(who: string, query: ListingQuery): Promise<{ ids: string[]; total: number }> {
  const { sort, search: text, platform, currency, minMinor, maxMinor, nearMinor, page, limit } = query;
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM requests WHERE status IN ('pending', 'reserved')
       AND (is_public OR EXISTS (SELECT 1 FROM request_recipients i JOIN users u ON u.email = i.email
         WHERE i.request_id = requests.id AND u.id = $1::uuid))
       AND ($2::text IS NULL OR strpos(lower(course_title), lower($2)) > 0 OR strpos(lower(platform), lower($2)) > 0
         OR strpos(lower(motivation), lower($2)) > 0 OR strpos(lower(socials), lower($2)) > 0)
       AND ($3::text IS NULL OR strpos(lower(platform), lower($3)) > 0) AND ($4::text IS NULL OR currency = $4)
       AND ($5::bigint IS NULL OR price_minor >= $5) AND ($6::bigint IS NULL OR price_minor <= $6)
     ORDER BY CASE WHEN $7 = 'closest' THEN abs(price_minor - $8::bigint) END,
       CASE WHEN $7 = 'closest' THEN price_minor END, CASE WHEN $7 = 'closest' AND price_minor >= $8 THEN id END,
       CASE WHEN $7 = 'closest' THEN id END DESC, CASE WHEN $7 = 'newest' THEN created_at END DESC,
       CASE WHEN $7 = 'newest' THEN id END DESC, created_at, id`,
    [who, text, platform, currency, minMinor, maxMinor, sort, nearMinor ?? 0],
  );
  return { ids: rows.map(({ id }) => id).slice((page - 1) * limit, page * limit), total: rows.length };
}

const queries: Partial<ListingQuery>[] = [
  {},
  { sort: 'newest', page: 3 },
  { page: 300 },
  { page: 9_999 },
  { search: 'FARMERS' },
  { search: 'farmers', sort: 'newest', page: 2 },
  { search: 'keti' },
  { search: 'zanzibarian' },
  { search: 'person-17' },
  { search: 'py' },
  { search: 'e' },
  { search: 'za' },
  { search: 'ZQ' },
  { search: 'é' },
  { search: 'n z' },
  { platform: '33' },
  { search: '%' },
  { search: '-1_' },
  { search: '\\' },
  { search: 'cook food' },
  { search: 'qqqzzz' },
  { platform: 'COURSERA' },
  { platform: 'my town 33' },
  { platform: 'edx', search: 'data', currency: 'USD' },
  { currency: 'GBP', maxMinor: 5_000 },
  { currency: 'USD', minMinor: 10_000, maxMinor: 20_000, sort: 'newest' },
  { currency: 'USD', sort: 'closest', nearMinor: 5_000 },
  { currency: 'NGN', sort: 'closest', nearMinor: 30_000, search: 'music', page: 3 },
  { currency: 'GBP', sort: 'closest', nearMinor: 10, search: 'person-1' },
];

describe('a page of the listing equals the reference query', () => {
  it.each(queries)('for %j', async (query) => {
    const full: ListingQuery = { sort: 'waiting', page: 1, limit: 12, ...query };
    for (const who of [sponsorId, strangerId]) {
      const { ids, total } = await expected(who, full);
      const page = await findOpenIds(search, who, full);
      expect(page.ids).toEqual(ids);
      if (page.isCapped) {
        expect(page.total).toBe((full.page + 4) * full.limit);
        expect(total).toBeGreaterThan(page.total);
      } else expect(page.total).toBe(total);
    }
  });

  it('covers both plans: some totals are capped, and some are not', async () => {
    const pages = await Promise.all(
      queries.map((query) =>
        findOpenIds(search, strangerId, { sort: 'waiting', page: 1, limit: 12, ...query }),
      ),
    );
    expect(new Set(pages.map(({ isCapped }) => isCapped))).toEqual(new Set([true, false]));
  });
});
