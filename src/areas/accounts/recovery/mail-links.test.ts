import { expect, it } from 'vitest';
import { nextLink, retryLink } from './mail-links.ts';

it('leads on to the dashboard, or to sign-in where there is no session', () => {
  expect(nextLink('verify', true).href).toBe('/dashboard');
  expect(nextLink('confirmChange', false).href).toBe('/user-auth');
  expect(nextLink('undoChange', true).href).toBe('/user-auth');
});

it('leads around a link that works no more, by way of the profile', () => {
  expect(retryLink('confirmChange', true).href).toBe('/profile');
  expect(retryLink('verify', false).href).toBe('/user-auth?next=%2Fprofile');
  expect(retryLink('undoChange', false).href).toBe('/forgot-password');
});
