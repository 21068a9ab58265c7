import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearLinkToken, consumeLinkToken } from './link-token.ts';

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

it('deletes the token after use', () => {
  consumeLinkToken();
  clearLinkToken();
  expect(consumeLinkToken()).toBe('');
});
