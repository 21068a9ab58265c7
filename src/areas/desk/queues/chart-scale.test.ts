import { describe, expect, it } from 'vitest';
import { ageInWords, ageTicks, namedTimes, recordedRuns } from './chart-scale.ts';

it.each([
  [0, '0 s'],
  [119, '119 s'],
  [120, '2 min'],
  [7_199, '120 min'],
  [7_200, '2 h'],
  [200_000, '2 d'],
])('writes %i seconds as %s', (seconds, text) => {
  expect(ageInWords(seconds)).toBe(text);
});

it('names the ticks of ages in one unit, and places them in seconds', () => {
  expect(ageTicks(400)).toEqual([
    { value: 0, text: '0 min' },
    { value: 120, text: '2 min' },
    { value: 240, text: '4 min' },
    { value: 360, text: '6 min' },
    { value: 480, text: '8 min' },
  ]);
});

describe('the points of a chart', () => {
  const points = (...values: (number | null)[]) =>
    values.map((value, index) => ({ at: new Date(2026, 0, 1, 5, 58 + index), value }));

  it('are one run between two gaps', () => {
    expect(recordedRuns(points(null, 1, 0, null, 3))).toEqual([[1, 2], [4]]);
    expect(recordedRuns([])).toEqual([]);
  });

  it('are named at full quarters of the local clock, and the present time is not', () => {
    const now = { at: new Date(2026, 0, 1, 6, 0, 0, 1), value: 1 };
    expect(namedTimes([...points(1, 1, 1), now], 'day')).toEqual([2]);
    expect(namedTimes(points(1, 1, 1), 'hour')).toEqual([2]);
  });
});
