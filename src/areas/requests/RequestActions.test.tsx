import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { minuteMs } from '#contracts/durations.ts';
import { onExpiry } from './RequestActions.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it('calls back once the time has passed, and again until it is stopped', () => {
  const onOver = vi.fn();
  const stop = onExpiry('2026-01-01T10:15:00Z', onOver);
  vi.advanceTimersByTime(15 * minuteMs);
  expect(onOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(onOver).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(15_000);
  expect(onOver).toHaveBeenCalledTimes(2);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(onOver).toHaveBeenCalledTimes(2);
});

it('calls back soon for a time in the past', () => {
  const onOver = vi.fn();
  const stop = onExpiry('2025-12-31T10:00:00Z', onOver);
  vi.advanceTimersByTime(1_000);
  expect(onOver).toHaveBeenCalledTimes(1);
  stop();
});
