import { expect, it } from 'vitest';
import { rowToReturnTo } from './inbox-place.ts';

const left = { search: '?owner=me', ids: ['a', 'b', 'c'], opened: 'b' };
const returnTo = (ids: readonly string[], search = left.search) => rowToReturnTo(left, { search, ids });

it('returns to the row that was opened', () => expect(returnTo(['c', 'b', 'a'])).toBe('b'));
it('returns to the row in its place when the case is not listed any more', () => {
  expect(returnTo(['a', 'c', 'd'])).toBe('c');
  expect(returnTo(['a'])).toBe('a');
  expect(returnTo([])).toBeUndefined();
});
it('returns to no row under other filters, or when none was opened', () => {
  expect(returnTo(['b'], '')).toBeUndefined();
  expect(rowToReturnTo({ ...left, opened: null }, left)).toBeUndefined();
  expect(rowToReturnTo({ ...left, opened: 'x' }, left)).toBeUndefined();
});
