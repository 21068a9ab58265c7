import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldErrors } from './field-errors.ts';

it('returns one error per field by its dotted path', () => {
  const Form = z.object({
    name: z.string('Name, please.').check(z.minLength(2, 'Longer.'), z.minLength(3, 'Even longer.')),
    course: z.object({ price: z.number('Price, please.') }),
    guests: z.array(z.string('Guest, please.')),
  });
  const { error } = Form.safeParse({ name: 'x', course: { price: '1' }, guests: ['a', 7] });
  expect(error && fieldErrors(error)).toEqual({
    name: 'Longer.',
    'course.price': 'Price, please.',
    'guests.1': 'Guest, please.',
  });
});

it('returns errors without a path as `form`', () => {
  const { error } = z.object({}).safeParse('text');
  expect(error && Object.keys(fieldErrors(error))).toEqual(['form']);
});
