import { expect, it } from 'vitest';
import { pollDelayMs } from './use-payment-status.ts';

it('backs off from 1.5 s to 20 s and stays there', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 50].map(pollDelayMs);
  expect(delays[0]).toBe(1_500);
  expect([...delays].sort((a, b) => a - b)).toEqual(delays);
  expect(delays.at(-1)).toBe(20_000);
});
