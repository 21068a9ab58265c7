import { expect, it } from 'vitest';
import { activeFilters, explorePath, listTags } from './explore-path.ts';
import { noFilters, readFilters } from './read-filters.ts';

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
