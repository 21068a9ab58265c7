import { describe, expect, it } from 'vitest';
import {
  defaultListing,
  listingInput,
  normalizeAmount,
  readListingAddress,
  writeListingAddress,
} from './listing-address.ts';

describe('the query string of the listing', () => {
  it('round-trips every parameter', () => {
    const asked = {
      ...defaultListing,
      q: 'data & more',
      currency: 'USD',
      min: '5',
      max: '70.5',
      sort: 'closest' as const,
      near: '50',
      page: 3,
      request: 'some-id',
    };
    expect(readListingAddress(writeListingAddress(asked))).toEqual(asked);
  });

  it('is empty without filters', () => {
    expect(writeListingAddress(defaultListing)).toBe('');
    expect(readListingAddress('')).toEqual(defaultListing);
  });

  it.each([
    '?min=5&max=9',
    '?sort=closest',
    '?sort=closest&near=50',
    '?sort=dearest',
    '?currency=BTC',
    '?page=-1',
    '?page=x',
    '?page=1.5',
    '?near=1e9',
  ])('drops invalid parameters, as in %s', (search) => {
    expect(readListingAddress(search)).toEqual(defaultListing);
  });

  it('sends the price only with the sort order closest', () => {
    expect(listingInput(readListingAddress('?near=50&currency=USD'), 'on')).toEqual({
      query: { sort: 'waiting', page: 1, currency: 'USD', fair: 'on' },
    });
  });
});

it.each([
  ['20,000', '20000'],
  ['20 000', '20000'],
  ['19,99', '19.99'],
  ['19.90', '19.90'],
  ['about 20', 'about 20'],
  ['-5', '-5'],
  ['', ''],
])('normalizes the amount “%s” to %j', (typed, plain) => {
  expect(normalizeAmount(typed)).toBe(plain);
});
