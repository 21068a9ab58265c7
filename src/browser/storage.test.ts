import { afterEach, describe, expect, it, vi } from 'vitest';
import { canStore, siteStorage } from './storage.ts';

const throwing = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** Lets `localStorage` be what a browser has in one of these states. */
const states: Record<string, PropertyDescriptor> = {
  blocked: { get: throwing },
  null: { value: null },
  missing: { value: undefined },
  full: {
    value: {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('Too much.', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    },
  },
};

afterEach(() => {
  siteStorage.remove('a');
  vi.unstubAllGlobals();
});

describe.each(Object.entries(states))('a storage that is %s', (_, descriptor) => {
  const use = () => {
    vi.stubGlobal('localStorage', undefined);
    Object.defineProperty(globalThis, 'localStorage', { ...descriptor, configurable: true });
  };

  it('keeps values while the page is open, and says that it cannot store them', () => {
    use();
    expect(canStore()).toBe(false);
    expect(siteStorage.read('a')).toBeNull();
    expect(siteStorage.write('a', '1')).toBe(false);
    expect([siteStorage.read('a'), siteStorage.keys()]).toEqual(['1', expect.arrayContaining(['a'])]);
    siteStorage.remove('a');
    expect(siteStorage.read('a')).toBeNull();
  });
});

it('reads and writes a storage that works', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  expect(canStore()).toBe(true);
  expect(siteStorage.write('a', '1')).toBe(true);
  expect([siteStorage.read('a'), [...stored]]).toEqual(['1', [['a', '1']]]);
});
