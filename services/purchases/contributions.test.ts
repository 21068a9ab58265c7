import { expect, it } from 'vitest';
import { decidePrice } from './contributions.ts';

it('a difference that the provider cannot charge is not asked of the payer', () => {
  expect(decidePrice(1_000, 1_199, 'USD')).toBe('second_operator');
  expect(decidePrice(1_000, 1_200, 'USD')).toBe('payer');
});

it.each([
  [100_000, 100_000, 'fund'],
  [100_000, 60_000, 'fund'],
  [100_000, 105_000, 'fund'],
  [100_000, 105_001, 'second_operator'],
  [100_000, 115_000, 'second_operator'],
  [100_000, 115_001, 'payer'],
  [100_000, 130_000, 'payer'],
] as const)('%i given and %i asked is decided by: %s', (given, spent, decision) => {
  expect(decidePrice(given, spent, 'NGN')).toBe(decision);
});
