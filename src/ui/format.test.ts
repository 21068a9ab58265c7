import { expect, it } from 'vitest';
import { shortened } from './format.ts';

it('cuts a description at 50 characters', () => {
  expect(shortened('x'.repeat(50))).toBe('x'.repeat(50));
  expect(shortened('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
});
