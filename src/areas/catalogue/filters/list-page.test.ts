import { expect, it } from 'vitest';
import { listedAddress, listTitle } from './list-page.ts';
import { readFilters } from './read-filters.ts';

const filters = (query: string) => readFilters(new URLSearchParams(query));

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
  expect([listedAddress(filters(query)), listTitle(filters(query))]).toEqual([address, title]);
});
