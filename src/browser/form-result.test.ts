import { expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { formResult } from './form-result.ts';

const fallback = 'Failed to subscribe. Please try again later.';

it('says what the server said', async () => {
  await expect(formResult(Promise.resolve({ message: 'Thank you!' }), fallback)).resolves.toEqual({
    isDone: true,
    message: 'Thank you!',
  });
});

it('carries what is wrong with which field', async () => {
  const refused = new ApiError(422, { message: 'No.', errors: { email: 'Not an address.' } });
  await expect(formResult(Promise.reject(refused), fallback)).resolves.toEqual({
    isDone: false,
    message: 'No.',
    errors: { email: 'Not an address.' },
  });
});

it('falls back when nobody said anything', async () => {
  for (const error of [new TypeError('Failed to fetch'), new ApiError(500, { message: '' })]) {
    const answer = await formResult(Promise.reject(error), fallback);
    expect(answer).toMatchObject({ isDone: false, message: fallback });
  }
});
