import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { currency, ownAmounts, type ProviderCall, parseJson, readAllPages } from './fields.ts';

it('takes a currency in any case, also one that we do not take, and nothing else', () => {
  expect(currency.parse('ngn')).toBe('NGN');
  expect(currency.parse('XOF')).toBe('XOF');
  for (const other of ['', 'N', 'NAIRA', '₦', 566, null])
    expect(currency.safeParse(other).success).toBe(false);
});

// Each response, and the position that the call after it has to name; none after the last.
it.each<[string, [response: object, next?: string][]]>([
  [
    'by the count of pages, although they are smaller than asked for',
    [[{ data: [1], meta: { pageCount: 2 } }, 'page=2'], [{ data: [2], meta: { pageCount: 2 } }]],
  ],
  [
    'by the name of the next page',
    [
      [{ data: [1], meta: { next: 'b', perPage: 50 } }, 'use_cursor=true&next=b'],
      [{ data: [2], meta: { next: null } }],
    ],
  ],
  ['to an empty page without a count', [[{ data: [1, 2] }, 'page=2'], [{ data: [], meta: 'none' }]]],
])('reads a list to its end %s', async (_, pages) => {
  const asked: string[] = [];
  const call: ProviderCall = async (schema, path) => {
    asked.push(path);
    return schema.parse({ status: true, ...pages[asked.length - 1]?.[0] });
  };
  expect(await readAllPages(call, '/list', { status: 'paid', from: undefined }, z.number())).toEqual([1, 2]);
  const positions = ['page=1', ...pages.flatMap(([, next]) => next ?? [])];
  expect(asked).toEqual(positions.map((position) => `/list?status=paid&${position}`));
});

it('keeps the digits of whole numbers above 2^53', () => {
  const text =
    '{"data":[{"id":18446744073709551615,"amount":9007199254740991,"rate":0.5,"big":1e30,"name":"x"}]}';
  expect(parseJson(text)).toEqual({
    data: [{ id: '18446744073709551615', amount: 9_007_199_254_740_991, rate: 0.5, big: 1e30, name: 'x' }],
  });
});

it('throws for text that is not JSON', () => {
  expect(() => parseJson('<html>')).toThrow(SyntaxError);
});

describe('the amounts of a transaction', () => {
  it.each([
    ['as asked for', { amount: 1_000, requested_amount: 1_000, fees: 15 }, [1_000, 15]],
    ['without the amount asked for', { amount: 1_000, fees: 15 }, [1_000, 15]],
    ['with the fee on top', { amount: 1_015, requested_amount: 1_000, fees: 15 }, [1_000, 0]],
    ['with a part of the fee on top', { amount: 1_010, requested_amount: 1_000, fees: 15 }, [1_000, 5]],
    [
      'with a fee on top that is not known yet',
      { amount: 1_015, requested_amount: 1_000, fees: null },
      [1_000, null],
    ],
    ['with more than the fee on top', { amount: 1_016, requested_amount: 1_000, fees: 15 }, [1_016, 15]],
    ['with less than was asked for', { amount: 999, requested_amount: 1_000, fees: 15 }, [999, 15]],
  ])('are ours, %s', (_case, transaction, [amountMinor, feesMinor]) => {
    expect(ownAmounts(transaction)).toEqual({ amountMinor, feesMinor });
  });
});
