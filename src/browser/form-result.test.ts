import { expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { formResult } from './form-result.ts';

const fallback = 'Failed to subscribe. Please try again later.';

it('returns the message of the server', async () => {
  await expect(formResult(Promise.resolve({ message: 'Thank you!' }), fallback)).resolves.toEqual({
    isDone: true,
    message: 'Thank you!',
  });
});

it('returns the messages by field', async () => {
  const rejected = new ApiError(422, { message: 'No.', errors: { email: 'Not an address.' } });
  await expect(formResult(Promise.reject(rejected), fallback)).resolves.toEqual({
    isDone: false,
    message: 'No.',
    errors: { email: 'Not an address.' },
  });
});

it('returns the fallback without a message from the server', async () => {
  for (const error of [new TypeError('Failed to fetch'), new ApiError(500, { message: '' })]) {
    const result = await formResult(Promise.reject(error), fallback);
    expect(result).toMatchObject({ isDone: false, message: fallback });
  }
});
