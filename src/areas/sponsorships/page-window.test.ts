import { expect, it } from 'vitest';
import { pageWindow } from './page-window.ts';

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, 3, 4, 5, -1, 9]],
  [5, 9, [1, 0, 3, 4, 5, 6, 7, -1, 9]],
  [4, 9, [1, 2, 3, 4, 5, 6, -1, 9]],
  [9, 9, [1, 0, 5, 6, 7, 8, 9]],
  [2, 6, [1, 2, 3, 4, 5, 6]],
])('shows the pages around page %d of %d', (current, total, pages) => {
  expect(pageWindow(current, total)).toEqual(pages);
});
