import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

it('keeps the digits of whole numbers above 2^53', () => {
  const text =
    '{"data":[{"id":18446744073709551615,"amount":9007199254740991,"rate":0.5,"big":1e30,"name":"x"}]}';
  expect(parseJson(text)).toEqual({
    data: [{ id: '18446744073709551615', amount: 9_007_199_254_740_991, rate: 0.5, big: 1e30, name: 'x' }],
  });
});

it('throws for text that is no JSON', () => {
  expect(() => parseJson('<html>')).toThrow(SyntaxError);
});
