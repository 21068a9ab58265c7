import { expect, it } from 'vitest';
import { CourseQuerySchema } from '#contracts/catalogue/catalogue.ts';
import { hasUnknownFilters, isFiltered, noFilters, readFilters } from './read-filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

it('parses what the form submits', () => {
  expect(read('search=+data+&level=Beginner&status=Free&platform=edX&tags=sql&sort=price&page=3')).toEqual({
    search: 'data',
    level: 'Beginner',
    status: 'Free',
    platform: 'edX',
    tags: 'sql',
    sort: 'price',
    page: 3,
  });
});

it('replaces missing and unknown values with the defaults', () => {
  expect(read('level=Expert&status=&sort=luck&page=-1')).toEqual(noFilters);
});

it.each(['', 'search=+', 'level=All&status=All', 'sort=price&page=2'])('%j has no active filter', (query) => {
  expect(isFiltered(read(query))).toBe(false);
});

it.each(['search=data', 'level=Beginner', 'status=Paid', 'platform=edX', 'tags=sql'])(
  '%j has an active filter',
  (query) => {
    expect(isFiltered(read(query))).toBe(true);
  },
);

it.each([
  'level=Expert',
  'sort=luck',
  'page=-1',
  'page=1e9',
  'page=two',
  `search=${'x'.repeat(201)}`,
  'tags=a%00b',
])('reports ignored or truncated values in %j', (query) => {
  expect(hasUnknownFilters(new URLSearchParams(query))).toBe(true);
});

it.each(['', 'search=+data+&level=&status=&platform=&tags=&sort=&page=', 'page=2&limit=5', 'search=%25_%27'])(
  'reports no ignored values in %j',
  (query) => {
    expect(hasUnknownFilters(new URLSearchParams(query))).toBe(false);
  },
);

it.each(['x'.repeat(10_240), '%_\'"\\', 'a\0b\u0007', '\u{1F4DA}'.repeat(150), '\uD800x'])(
  'passes only values that the API accepts: %j',
  (text) => {
    const query = new URLSearchParams({ search: text, platform: text, tags: text, page: '1e99' });
    expect(CourseQuerySchema.safeParse(readFilters(query)).success).toBe(true);
  },
);
