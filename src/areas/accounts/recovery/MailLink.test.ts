import { expect, it } from 'vitest';
import { nextLink, retryLink } from './MailLink.tsx';

it('links to the dashboard, or to sign-in without a session', () => {
  expect(nextLink('verify', true).href).toBe('/dashboard');
  expect(nextLink('confirmChange', false).href).toBe('/user-auth');
  expect(nextLink('undoChange', true).href).toBe('/user-auth');
});

it('links to the profile when the mail link is invalid', () => {
  expect(retryLink('confirmChange', true).href).toBe('/profile');
  expect(retryLink('verify', false).href).toBe('/user-auth?next=%2Fprofile');
  expect(retryLink('undoChange', false).href).toBe('/forgot-password');
});
