import { expect, it } from 'vitest';
import { axisTicks } from './axis-ticks.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [17, [0, 5, 10, 15, 20]],
  [41, [0, 20, 40, 60]],
  [500, [0, 200, 400, 600]],
])('returns axis ticks for %i', (most, scale) => {
  expect(axisTicks(most)).toEqual(scale);
});
