import { expect, it } from 'vitest';
import { compareWithProvider } from './compare-with-provider.ts';

const payment = {
  reference: 'pay-1',
  status: 'approved' as const,
  amountMinor: 2_001_800,
  currency: 'NGN',
  capturedMinor: 2_001_800,
  capturedCurrency: 'NGN',
  feesMinor: 30_027,
  charge: { reference: 'pay-1', status: 'success', amount: 2_001_800, currency: 'NGN', fees: 30_027 },
};
const differing = (change: object) =>
  compareWithProvider({ ...payment, ...change })
    .filter(({ differs }) => differs)
    .map(({ name }) => name);

it('marks nothing when both sides say the same', () => {
  expect(differing({})).toEqual([]);
  expect(compareWithProvider(payment).map(({ provider }) => provider)).toEqual([
    'pay-1',
    'Successful',
    '₦20,018',
    'NGN',
    '₦300.27',
  ]);
});

it.each([
  ['a short amount', { charge: { ...payment.charge, amount: 2_001_799 } }, ['Amount']],
  ['another currency', { charge: { ...payment.charge, currency: 'USD' } }, ['Currency']],
  ['another fee', { charge: { ...payment.charge, fees: 1 } }, ['Provider’s fee']],
  ['a payment that succeeded there and failed here', { status: 'failed' as const }, ['Status']],
])('marks %s', (_, change, expected) => {
  expect(differing(change)).toEqual(expected);
});

it('takes silence of the provider, and values of another type, for no difference', () => {
  expect(differing({ charge: null, capturedMinor: null, capturedCurrency: null, feesMinor: null })).toEqual(
    [],
  );
  expect(differing({ charge: { amount: 'much', status: 7, currency: null } })).toEqual([]);
});
