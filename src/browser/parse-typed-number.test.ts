import { expect, it } from 'vitest';
import { parseTypedNumber } from './parse-typed-number.ts';

it.each([
  ['20,000', 20_000],
  ['1,250,000.50', 1_250_000.5],
  ['20 000', 20_000],
  [' 19.99 ', 19.99],
  ['19,99', 19.99],
  ['1,5', 1.5],
  ['-5', -5],
])('parses “%s”', (typed, meant) => {
  expect(parseTypedNumber(typed)).toBe(meant);
});

it.each(['', 'about 20', '1.234,56', '20,00,0', '1,2,3', '0x10', '1e3', '12 5', '٣'])(
  'returns NaN for “%s”',
  (typed) => {
    expect(parseTypedNumber(typed)).toBeNaN();
  },
);
