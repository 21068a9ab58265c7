import { expect, it } from 'vitest';
import { describeReturn } from './payment-actions.ts';

const shares = {
  currency: 'NGN',
  amountMinor: 1_501_350,
  requestMinor: 1_500_000,
  serviceFeeMinor: 1_350,
  fundMinor: 0,
  fundBalanceMinor: 110_000,
};

it('a refund of a course that is not bought costs what the request holds', () => {
  expect(describeReturn(shares)).toBe(
    '₦15,013.50 go back to the payer: ₦15,000 that the request holds, ₦13.50 of service fees.',
  );
});

it('a refund of a course that is bought overdraws the fund', () => {
  expect(describeReturn({ ...shares, requestMinor: 0, fundMinor: 1_500_000 })).toBe(
    '₦15,013.50 go back to the payer: ₦15,000 from the completion fund, because it is spent, ₦13.50 of service fees. ' +
      'The fund has ₦1,100, and is overdrawn by ₦13,900 afterwards.',
  );
});

it('a fund that is overdrawn says so before', () => {
  const text = describeReturn({
    ...shares,
    requestMinor: 1_400_000,
    fundMinor: 100_000,
    fundBalanceMinor: -5_000,
  });
  expect(text).toMatch(/The fund is overdrawn by ₦50, and is overdrawn by ₦1,050 afterwards\.$/);
});
