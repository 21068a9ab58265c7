import { expect, it } from 'vitest';
import { currencyField } from './fields.ts';

it('takes a currency in any case, also one that we do not take, and nothing else', () => {
  expect(currencyField.parse('ngn')).toBe('NGN');
  expect(currencyField.parse('XOF')).toBe('XOF');
  for (const other of ['', 'N', 'NAIRA', '₦', 566, null])
    expect(currencyField.safeParse(other).success).toBe(false);
});
