import { expect, it } from 'vitest';
import { noFilters } from '../filters/read-filters.ts';
import { compactSearch, parseCompactSearch } from './compact-search.ts';

const search = {
  filters: { ...noFilters, search: 'say "hi" or `ls` \\ "\\"' },
  failure: 'a \\` and a \t tab, <b> & \u2028',
};

it('restores a search with quotation marks, backquotes and backslashes', () => {
  expect(parseCompactSearch(compactSearch(search))).toEqual(search);
});

it('writes no quotation mark of JSON itself', () => {
  expect(compactSearch({ filters: noFilters, failure: 'none' })).not.toContain('"');
});
