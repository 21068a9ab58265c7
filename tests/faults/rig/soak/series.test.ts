import { expect, it } from 'vitest';
import { minuteMs } from '#contracts/durations.ts';
import { judge, type Series } from './series.ts';

const memory: Series = { name: 'memory of api 1', unit: 'MB', isBounded: true };

/** An hour of samples, one a minute. */
const hourOf = (value: (minute: number) => number | undefined) =>
  Array.from({ length: 61 }, (_, minute) => ({
    atMs: minute * minuteMs,
    values: { [memory.name]: value(minute) },
  }));

it('finds growth that continues in the second half', () => {
  const [leak] = judge(
    [memory],
    hourOf((minute) => 150 + minute),
  );
  expect(leak).toMatchObject({ trend: 'grows', mean: 195 });
  expect(leak?.slopePerHour).toBeCloseTo(60);
});

it('calls a plateau flat that was reached in the first half, with noise and gaps', () => {
  const noise = (minute: number) =>
    minute % 7 === 0 ? undefined : 150 + Math.min(minute, 25) * 4 + (minute % 5);
  expect(judge([memory], hourOf(noise))).toMatchObject([{ trend: 'flat' }]);
});

it('does not judge what grows with the load', () => {
  const rows: Series = { ...memory, isBounded: false };
  expect(
    judge(
      [rows],
      hourOf((minute) => minute * 100),
    ),
  ).toMatchObject([{ trend: 'by load' }]);
});
