import { expect, it } from 'vitest';
import { isFiltered, readFilters } from './read-filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

it('reads what the form writes', () => {
  expect(read('search=+data+&level=Beginner&status=Free&platform=edX&tags=sql')).toEqual({
    search: 'data',
    level: 'Beginner',
    status: 'Free',
    platform: 'edX',
    tags: 'sql',
  });
});

it('leaves open what is not there or not known', () => {
  expect(read('level=Expert&status=')).toEqual({
    search: '',
    level: 'All',
    status: 'All',
    platform: '',
    tags: '',
  });
});

it.each(['', 'search=+', 'level=All&status=All'])('%j looks for nothing', (query) => {
  expect(isFiltered(read(query))).toBe(false);
});

it.each(['search=data', 'level=Beginner', 'status=Paid', 'platform=edX', 'tags=sql'])(
  '%j looks for something',
  (query) => {
    expect(isFiltered(read(query))).toBe(true);
  },
);

it('does not carry endless texts', () => {
  expect(read(`search=${'x'.repeat(5_000)}`).search).toHaveLength(200);
});
