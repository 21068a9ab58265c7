import { expect, it } from 'vitest';
import { ApiError, CallTimeoutError } from '../../browser/api.ts';
import { loadErrorMessage } from './use-dashboard.ts';

const silent = new ApiError(502, { message: '' });

it.each([
  ['learner', 'Failed to load dashboard data. Please try again later.'],
  ['sponsor', 'Failed to load sponsor dashboard.'],
  [undefined, 'Failed to load dashboard.'],
  [null, 'Failed to load dashboard.'],
  ['mentor', 'Failed to load dashboard.'],
])('has a separate message for the role %s', (role, sentence) => {
  expect(loadErrorMessage(silent, role)).toBe(sentence);
});

it('prefers the message of the server, and adds the reason for a missing response', () => {
  const refused = new ApiError(429, { message: 'Please wait a minute.' });
  expect(loadErrorMessage(refused, 'sponsor')).toBe('Please wait a minute.');
  expect(loadErrorMessage(new CallTimeoutError(), 'sponsor')).toBe(
    'Failed to load sponsor dashboard. Request timed out. Please try again.',
  );
});
