import { expect, it, vi } from 'vitest';
import { ApiError, CallTimeoutError, NetworkError } from '../../../browser/api.ts';
import { noFilters } from '../filters/course-filters.ts';
import { compactSearch, loadFailure, parseCompactSearch } from './course-search.ts';

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

it('returns the messages of the specification', () => {
  vi.stubGlobal('navigator', { onLine: true });
  const noAnswer = 'Failed to load courses. No response received from server. Please check your connection.';
  expect(loadFailure(new ApiError(503, { message: 'Busy' }))).toBe(
    'Failed to load courses (Status: 503). Please try again.',
  );
  expect(loadFailure(new NetworkError())).toBe(noAnswer);
  expect(loadFailure(new CallTimeoutError())).toBe(noAnswer);
  expect(loadFailure(new SyntaxError('Unexpected token'))).toBe(
    'Failed to load courses. An unexpected error occurred.',
  );
});
