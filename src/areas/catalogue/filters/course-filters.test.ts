import { expect, it } from 'vitest';
import { CourseQuerySchema } from '#contracts/catalogue/catalogue.ts';
import {
  activeFilters,
  explorePath,
  hasUnknownFilters,
  isFiltered,
  listedAddress,
  listTags,
  listTitle,
  noFilters,
  readFilters,
} from './course-filters.ts';

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

it('omits default filters', () => {
  expect(explorePath(noFilters)).toBe('/explore');
});

it('round-trips through readFilters', () => {
  const filters = {
    search: 'c++ & "more"',
    level: 'Beginner',
    status: 'Paid',
    platform: 'MIT OpenCourseWare',
    tags: 'data, sql',
    sort: 'newest',
    page: 7,
  } as const;
  const { searchParams } = new URL(explorePath(filters, { page: 7 }), 'http://here');
  expect(readFilters(searchParams)).toEqual(filters);
});

it('resets the page when a filter changes', () => {
  expect(explorePath({ ...noFilters, page: 4 }, { level: 'Advanced' })).toBe('/explore?level=Advanced');
});

it('splits comma-separated tags', () => {
  expect(listTags(' data ,, machine learning,')).toEqual(['data', 'machine learning']);
});

it('lists every active filter, one per tag', () => {
  const active = activeFilters({ ...noFilters, search: 'web', status: 'Free', tags: 'css, html', page: 2 });
  expect(active).toEqual([
    { text: '“web”', without: '/explore?status=Free&tags=css%2C+html' },
    { text: 'Free', without: '/explore?search=web&tags=css%2C+html' },
    { text: 'css', without: '/explore?search=web&status=Free&tags=html' },
    { text: 'html', without: '/explore?search=web&status=Free&tags=css' },
  ]);
});

it.each([
  ['', '/explore', 'Explore courses'],
  ['page=3', '/explore?page=3', 'Explore courses, page 3'],
  ['level=Beginner&page=2', '/explore?level=Beginner&page=2', 'Explore courses: Beginner, page 2'],
  ['tags=+python,', '/explore?tags=python', 'Explore courses: python'],
  ['search=x', undefined, 'Explore courses: “x”'],
  ['sort=price', undefined, 'Explore courses'],
  ['tags=a,b', undefined, 'Explore courses: a, b'],
  ['platform=edX&status=Free', undefined, 'Explore courses: Free, edX'],
])('lists ?%s under %s with the title %s', (query, address, title) => {
  expect([listedAddress(read(query)), listTitle(read(query))]).toEqual([address, title]);
});
