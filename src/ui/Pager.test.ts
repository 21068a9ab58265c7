import { expect, it } from 'vitest';
import { pageWindow } from './Pager.tsx';

it.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 84, [1, 2, 3, 4, 5, 'gap', 84]],
  [4, 84, [1, 2, 3, 4, 5, 6, 'gap', 84]],
  [5, 84, [1, 'gap', 3, 4, 5, 6, 7, 'gap', 84]],
  [81, 84, [1, 'gap', 79, 80, 81, 82, 83, 84]],
  [84, 84, [1, 'gap', 80, 81, 82, 83, 84]],
  [6, 6, [1, 2, 3, 4, 5, 6]],
  [1, 6, [1, 2, 3, 4, 5, 6]],
] as const)('page %i of %i', (current, total, steps) => {
  expect(pageWindow(current, total)).toEqual(steps);
});
