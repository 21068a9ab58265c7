import { expect, it, vi } from 'vitest';
import { ApiError, CallTimeoutError, NetworkError } from '../../../browser/api.ts';
import { loadFailure } from './load-failure.ts';

it('returns the messages of the specification', () => {
  vi.stubGlobal('navigator', { onLine: true });
  const noAnswer = 'Failed to load courses. No response received from server. Please check your connection.';
  expect(loadFailure(new ApiError(503, { message: 'Busy' }))).toBe(
    'Failed to load courses (Status: 503). Please try again.',
  );
  expect(loadFailure(new NetworkError())).toBe(noAnswer);
  expect(loadFailure(new CallTimeoutError())).toBe(noAnswer);
  expect(loadFailure(new SyntaxError('Unexpected token'))).toBe(
    'Failed to load courses. An unexpected error occurred.',
  );
});
