import { expect, it } from 'vitest';
import { median, percentile, slopeOf } from './statistics.ts';

it('returns the value in the middle, or the mean of the two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 10, 2])).toBe(3);
  expect(median([7])).toBe(7);
  expect(median([])).toBeNaN();
});

it('returns percentiles of unsorted values', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)]).toEqual([51, 100, 100]);
  expect(percentile([], 0.5)).toBeNaN();
});

it('returns the exponent of growth', () => {
  const points = (exponent: number) =>
    [1_000, 10_000, 100_000].map((size) => ({ size, cost: 3 * size ** exponent }));
  expect(slopeOf(points(0))).toBeCloseTo(0);
  expect(slopeOf(points(1))).toBeCloseTo(1);
  expect(slopeOf(points(0.25))).toBeCloseTo(0.25);
});
