import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearLinkToken, consumeLinkToken, keepLinkToken } from './link-token.ts';

beforeEach(() => {
  const address = { pathname: '/reset-password', search: '?token=a%2Bb' };
  const history = {
    state: null as unknown,
    replaceState(state: unknown, _title: string, path: string) {
      history.state = state;
      address.search = path.split('?')[1] ?? '';
    },
  };
  vi.stubGlobal('location', address);
  vi.stubGlobal('history', history);
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

// ASVS 14.2.1
it('removes the token from the address and survives a reload', () => {
  expect(consumeLinkToken()).toBe('a+b');
  expect(location.search).toBe('');
  expect(consumeLinkToken()).toBe('a+b');
});

it('comes back once, to the same page, after the user left it to sign in', () => {
  consumeLinkToken();
  keepLinkToken();
  clearLinkToken();
  location.pathname = '/confirm-price';
  expect(consumeLinkToken()).toBe('');
  location.pathname = '/reset-password';
  expect(consumeLinkToken()).toBe('a+b');
  clearLinkToken();
  expect(consumeLinkToken()).toBe('');
});

it('deletes the token after use', () => {
  consumeLinkToken();
  clearLinkToken();
  expect(consumeLinkToken()).toBe('');
});
