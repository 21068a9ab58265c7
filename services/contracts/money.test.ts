import { describe, expect, it } from 'vitest';
import { chargeFor, currencySymbol, formatMinor, toMajor, toMinor } from './money.ts';
import { PriceSchema } from './price-fields.ts';

describe('chargeFor', () => {
  it.each([
    [2_000_000, 1_800],
    [5_000, 5],
    [200, 0],
    [1_999, 2],
    // Exactly half a minor unit goes up.
    [5_000_000 / 9, 500],
    [1_000_000_000, 900_000],
  ])('adds nine ten-thousandths to %d minor units, rounded', (priceMinor, feeMinor) => {
    expect(chargeFor(priceMinor, 9)).toEqual({ priceMinor, feeMinor, totalMinor: priceMinor + feeMinor });
  });

  it.each([
    [0, 0],
    [1, 200],
    [250, 50_000],
    [10_000, 2_000_000],
  ])('adds a service fee of %d basis points', (basisPoints, feeMinor) => {
    expect(chargeFor(2_000_000, basisPoints)).toMatchObject({ feeMinor, totalMinor: 2_000_000 + feeMinor });
  });

  it('is the formula of the specification made an integer, for every price up to ten thousand', () => {
    for (let minor = 1; minor <= 10_000; minor += 1) {
      const { totalMinor, feeMinor } = chargeFor(minor, 9);
      expect(Number.isInteger(totalMinor)).toBe(true);
      expect(Math.abs(feeMinor - (9 * minor) / 10_000)).toBeLessThanOrEqual(0.5);
    }
  });
});

describe('minor and major units', () => {
  it.each([
    [19.99, 1_999],
    [0.1 + 0.2, 30],
    [1.005, 100],
    [70, 7_000],
    [4.35, 435],
  ])('%d is %d minor units', (major, minor) => {
    expect(toMinor(major)).toBe(minor);
  });

  it('come back as they went, for every price of two decimals below 100', () => {
    for (let minor = 1; minor < 10_000; minor += 1) expect(toMinor(toMajor(minor))).toBe(minor);
  });
});

describe('PriceSchema', () => {
  it.each([0.01, 70, 19.99, 1e3, 10_000_000])('takes %d', (price) => {
    expect(PriceSchema.safeParse(price).success).toBe(true);
  });

  // ASVS 1.4.2
  it.each([
    [-1, 'The price must be more than zero.'],
    [0, 'The price must be more than zero.'],
    [-0, 'The price must be more than zero.'],
    [5e-9, 'The price must be more than zero.'],
    [0.001, 'Please use at most two decimals.'],
    [70.005, 'Please use at most two decimals.'],
    [1e21, 'This price is too high. Please check the zeros.'],
    [Number.MAX_VALUE, 'This price is too high. Please check the zeros.'],
    [10_000_000.01, 'This price is too high. Please check the zeros.'],
    ['7e1', 'Please enter the price as a number.'],
    ['70', 'Please enter the price as a number.'],
    [Number.NaN, 'Please enter the price as a number.'],
    [Number.POSITIVE_INFINITY, 'Please enter the price as a number.'],
    [null, 'Please enter the price as a number.'],
  ])('refuses %s', (price, message) => {
    expect(PriceSchema.safeParse(price).error?.issues[0]?.message).toBe(message);
  });
});

describe('formatMinor', () => {
  it.each([
    [2_000_000, 'NGN', '₦20,000'],
    [1_999, 'USD', '$19.99'],
    [50, 'GBP', '£0.50'],
    [123_456_789, 'USD', '$1,234,567.89'],
    [100, 'KES', '#1'],
  ])('writes %d %s as %s', (minor, currency, text) => {
    expect(formatMinor(minor, currency)).toBe(text);
  });

  it('has a sign for any other currency', () => {
    expect(currencySymbol('toString')).toBe('#');
  });
});
