import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { $toasts, dismissToast, pauseToasts, resumeToasts, toastError, toastSuccess } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  resumeToasts();
  vi.runAllTimers();
  vi.useRealTimers();
});

const texts = () => $toasts.get().map((toast) => toast.text);

it('shows a success for 2 s and an error for 4 s', () => {
  toastSuccess('Saved');
  toastError('Lost');
  vi.advanceTimersByTime(1_999);
  expect(texts()).toEqual(['Saved', 'Lost']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual(['Lost']);
  vi.advanceTimersByTime(2_000);
  expect(texts()).toEqual([]);
});

it('keeps at most 20, dropping the oldest', () => {
  for (let n = 1; n <= 21; n += 1) toastError(`Message ${n}`);
  expect(texts()).toHaveLength(20);
  expect(texts()[0]).toBe('Message 2');
});

it('stops the timers while paused and resumes with the remaining time', () => {
  toastSuccess('Saved');
  vi.advanceTimersByTime(1_500);
  pauseToasts();
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['Saved']);
  resumeToasts();
  vi.advanceTimersByTime(499);
  expect(texts()).toEqual(['Saved']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

it('shows identical messages once and can be dismissed', () => {
  toastError('Lost');
  toastError('Lost');
  expect(texts()).toEqual(['Lost']);
  dismissToast($toasts.get()[0]?.id ?? 0);
  expect(texts()).toEqual([]);
});
