import { expect, it } from 'vitest';
import { keepResults } from './keep-results.ts';

it('makes a result once for a key, and begins anew when it keeps too many', () => {
  const keys: string[] = [];
  const upper = keepResults((key) => {
    keys.push(key);
    return key.toUpperCase();
  }, 2);
  expect(['a', 'b', 'a', 'b'].map(upper)).toEqual(['A', 'B', 'A', 'B']);
  expect(keys).toEqual(['a', 'b']);
  expect(['c', 'a'].map(upper)).toEqual(['C', 'A']);
  expect(keys).toEqual(['a', 'b', 'c', 'a']);
});
