import { describe, expect, it } from 'vitest';
import { parseSearch } from './parse-search.ts';

const parse = (text: string) => parseSearch(text, 9);

describe('a receipt number', () => {
  it.each(['CL-000014', 'cl-000014', 'CL000014', 'CL 14', '000014', '14'])('is %s', (text) => {
    expect(parse(text).receiptNumber).toBe(14);
  });

  it.each(['CL-', '0', 'CL-14a', '14.0', '1'.repeat(16)])('is not %s', (text) => {
    expect(parse(text).receiptNumber).toBeUndefined();
  });
});

describe('an amount', () => {
  it.each([
    ['₦20,000', 2_000_000, 'NGN'],
    ['20000 NGN', 2_000_000, 'NGN'],
    ['ngn 20,000.00', 2_000_000, 'NGN'],
    ['$19.99', 1_999, 'USD'],
    ['19.9 $', 1_990, 'USD'],
    ['£55', 5_500, 'GBP'],
    ['12 EUR', 1_200, 'EUR'],
  ])('is %s', (text, minor, currency) => {
    expect(parse(text).amount).toMatchObject({ minor, currency });
  });

  it('is also the price of a charge with the service fee', () => {
    expect(parse('₦20,000').amount?.chargedMinor).toBe(2_001_800);
  });

  it.each(['20,000', '$', '$20 USD', '$0', '20.001 USD', '20 naira'])('is not %s', (text) => {
    expect(parse(text).amount).toBeUndefined();
  });
});

describe('an id', () => {
  const id = '1a2b3c4d-0000-4000-8000-0123456789ab';

  it('is whole, or the case number that a case begins with', () => {
    expect(parse(id.toUpperCase())).toMatchObject({ id, caseIds: { from: id, until: id } });
    for (const number of ['1a2b3c4d', '#1A2B3C4D'])
      expect(parse(number)).toMatchObject({
        id: undefined,
        caseIds: {
          from: '1a2b3c4d-0000-0000-0000-000000000000',
          until: '1a2b3c4d-ffff-ffff-ffff-ffffffffffff',
        },
      });
    expect(parse('1a2b3c4d-00').caseIds?.until).toBe('1a2b3c4d-00ff-ffff-ffff-ffffffffffff');
  });

  it.each(['1a2b3', '1a2b3g', 'facades'])('is not %s', (text) => {
    expect(parse(text).caseIds).toBeUndefined();
  });
});

it('a phone number has at least five digits, of which the zeros before it are left out', () => {
  expect(parse('0801 234-5678').phone).toBe('8012345678');
  expect(parse('+234 (801) 234').phone).toBe('234801234');
  expect(parse('0001234').phone).toBeUndefined();
  expect(parse('801 234 x').phone).toBeUndefined();
});

it('a reference or order number is one word, as typed and in both cases, and may be a beginning of four characters', () => {
  expect(parse('Ref_7').identifiers).toEqual(['Ref_7', 'ref_7', 'REF_7']);
  expect(parse('Ref_7').prefix?.from).toBe('Ref_7');
  expect('Ref_7😀' < (parse('Ref_7').prefix?.until ?? '')).toBe(true);
  expect(parse('Ref').prefix).toBeUndefined();
  expect(parse('Two words').prefix).toBeUndefined();
});
