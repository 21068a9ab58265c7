import { describe, expect, it } from 'vitest';
import { minuteMs } from '#contracts/durations.ts';
import { retryDelayMs } from './send-webhooks.ts';

/** Minutes after the first attempt of the retries. */
function tries(schedule: 'live' | 'test'): number[] {
  const minutes = [0];
  for (
    let delayMs = retryDelayMs(schedule, 1);
    delayMs !== undefined;
    delayMs = retryDelayMs(schedule, minutes.length)
  )
    minutes.push((minutes.at(-1) ?? 0) + delayMs / minuteMs);
  return minutes;
}

describe('retries of webhooks', () => {
  it('live: every 3 minutes for 4 attempts, then hourly for 72 hours', () => {
    const minutes = tries('live');
    expect(minutes.slice(0, 6)).toEqual([0, 3, 6, 9, 69, 129]);
    expect(minutes).toHaveLength(4 + 72);
    expect(minutes.at(-1)).toBe(9 + 72 * 60);
  });

  it('test: hourly for 10 hours', () => {
    expect(tries('test')).toEqual([0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600]);
  });
});
