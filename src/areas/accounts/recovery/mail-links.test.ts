import { expect, it } from 'vitest';
import { wayAround, wayOn } from './mail-links.ts';

it('leads on to the dashboard, or to sign-in where there is no session', () => {
  expect(wayOn('verify', true).href).toBe('/dashboard');
  expect(wayOn('confirmChange', false).href).toBe('/user-auth');
  expect(wayOn('undoChange', true).href).toBe('/user-auth');
});

it('leads around a link that works no more, by way of the profile', () => {
  expect(wayAround('confirmChange', true).href).toBe('/profile');
  expect(wayAround('verify', false).href).toBe('/user-auth?next=%2Fprofile');
  expect(wayAround('undoChange', false).href).toBe('/forgot-password');
});
