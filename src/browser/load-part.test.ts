import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoadError, loadPart } from './load-part.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('loads a part that fails at first', async () => {
  const load = vi.fn(async () => 'part');
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const loaded = loadPart(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('part');
  expect(load).toHaveBeenCalledTimes(2);
});

it.each([
  { what: 'fails each time', load: () => Promise.reject(new TypeError('Failed to fetch')) },
  { what: 'never ends', load: () => new Promise<never>(() => {}) },
])('reports within 10 s that a part could not be loaded, because it $what', async ({ load }) => {
  const failed = loadPart(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.race([failed, 'still loading'])).toBeInstanceOf(LoadError);
  expect(vi.getTimerCount()).toBe(0);
});
