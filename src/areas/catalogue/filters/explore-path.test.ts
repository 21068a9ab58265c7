import { expect, it } from 'vitest';
import { activeFilters, explorePath, listTags } from './explore-path.ts';
import { noFilters, readFilters } from './read-filters.ts';

it('says nothing about what is open', () => {
  expect(explorePath(noFilters)).toBe('/explore');
});

it('leads back to the same filters', () => {
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

it('begins at the first page when something changes', () => {
  expect(explorePath({ ...noFilters, page: 4 }, { level: 'Advanced' })).toBe('/explore?level=Advanced');
});

it('knows the tags of a text', () => {
  expect(listTags(' data ,, machine learning,')).toEqual(['data', 'machine learning']);
});

it('names every filter that is on, each tag by itself', () => {
  const active = activeFilters({ ...noFilters, search: 'web', status: 'Free', tags: 'css, html', page: 2 });
  expect(active).toEqual([
    { text: '“web”', without: '/explore?status=Free&tags=css%2C+html' },
    { text: 'Free', without: '/explore?search=web&tags=css%2C+html' },
    { text: 'css', without: '/explore?search=web&status=Free&tags=html' },
    { text: 'html', without: '/explore?search=web&status=Free&tags=css' },
  ]);
});
