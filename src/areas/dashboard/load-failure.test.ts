import { expect, it } from 'vitest';
import { ApiError, CallTimeoutError } from '../../browser/api.ts';
import { loadFailure } from './load-failure.ts';

const silent = new ApiError(502, { message: '' });

it.each([
  ['learner', 'Failed to load dashboard data. Please try again later.'],
  ['sponsor', 'Failed to load sponsor dashboard.'],
  [undefined, 'Failed to load dashboard.'],
  [null, 'Failed to load dashboard.'],
  ['mentor', 'Failed to load dashboard.'],
])('has a sentence of its own for the role %s', (role, sentence) => {
  expect(loadFailure(silent, role)).toBe(sentence);
});

it('prefers the sentence of the server, and adds why nothing came', () => {
  const refused = new ApiError(429, { message: 'Please wait a minute.' });
  expect(loadFailure(refused, 'sponsor')).toBe('Please wait a minute.');
  expect(loadFailure(new CallTimeoutError(), 'sponsor')).toBe(
    'Failed to load sponsor dashboard. Request timed out. Please try again.',
  );
});
