import { expect, it } from 'vitest';
import { nextLink, retryLink } from './MailLink.tsx';

it('links to the dashboard, or to sign-in without a session', () => {
  expect(nextLink('verify', true).href).toBe('/dashboard');
  expect(nextLink('confirmChange', false).href).toBe('/user-auth');
  expect(nextLink('undoChange', true).href).toBe('/user-auth');
});

it('links to the request that an invitation did not open before the address was confirmed', () => {
  expect(nextLink('verify', true, 'r1').href).toBe('/help-learner?request=r1');
  expect(nextLink('verify', false, 'r1').href).toBe('/user-auth?next=%2Fhelp-learner%3Frequest%3Dr1');
  expect(nextLink('confirmPrice', true, 'r1').href).toBe('/dashboard');
});

it('links to the profile when the mail link is invalid', () => {
  expect(retryLink('confirmChange', true).href).toBe('/profile');
  expect(retryLink('verify', false).href).toBe('/user-auth?next=%2Fprofile');
  expect(retryLink('undoChange', false).href).toBe('/forgot-password');
});
