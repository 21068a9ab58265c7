import { describe, expect, it } from 'vitest';
import { backoffDelayMs } from './define-job.ts';

describe('backoffDelayMs', () => {
  const backoff = { firstMs: 1_000, maxMs: 10_000 };

  it('doubles up to the maximum', () => {
    const waits = [1, 2, 3, 4, 5, 50].map((attempt) => backoffDelayMs(backoff, attempt, () => 1));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it('has up to half of the wait as jitter', () => {
    expect(backoffDelayMs(backoff, 3, () => 0)).toBe(2_000);
    const waits = new Set(Array.from({ length: 50 }, () => backoffDelayMs(backoff, 3)));
    expect(waits.size).toBeGreaterThan(10);
    for (const wait of waits) expect(wait >= 2_000 && wait <= 4_000).toBe(true);
  });
});
