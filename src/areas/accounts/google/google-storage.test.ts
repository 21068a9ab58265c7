import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { minuteMs } from '#contracts/durations.ts';
import {
  clearRegistration,
  consumeGoogleAttempt,
  readRegistration,
  startGoogleAttempt,
  storeRegistration,
  storeRegistrationInput,
} from './google-storage.ts';

const newcomer = { fullName: 'Ada Obi', email: 'ada@people.example', profilePictureUrl: null, googleId: 't' };
const typed = { phoneNumber: '+234 801', country: 'Ghana', gender: 'nb', role: '' };

function storage() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a pending registration', () => {
  // ASVS 14.3.3
  it('is stored with its input until the ticket expires, then removed', () => {
    storeRegistration(newcomer, false);
    vi.advanceTimersByTime(29 * minuteMs);
    storeRegistrationInput(typed);
    expect(readRegistration()).toMatchObject({ newcomer, typed, isKept: false });
    vi.advanceTimersByTime(60_000);
    expect(readRegistration()).toBeUndefined();
    expect(localStorage.getItem('courselift.newcomer')).toBeNull();
  });

  it('restores the input for the same person only', () => {
    storeRegistration(newcomer, true);
    storeRegistrationInput(typed);
    storeRegistration({ ...newcomer, googleId: 'new ticket' }, true);
    expect(readRegistration()).toMatchObject({ newcomer: { googleId: 'new ticket' }, typed });
    storeRegistration({ ...newcomer, email: 'other@people.example' }, true);
    expect(readRegistration()?.typed).toEqual({});
  });

  it('can be cleared, and input alone stores no registration', () => {
    storeRegistration(newcomer, true);
    clearRegistration();
    storeRegistrationInput(typed);
    expect(readRegistration()).toBeUndefined();
  });

  it.each(['nonsense', 'null', '{}', '{"newcomer":{"email":"x"},"until":9e15}'])(
    'is not read from %j',
    (text) => {
      localStorage.setItem('courselift.newcomer', text);
      expect(readRegistration()).toBeUndefined();
    },
  );
});

describe('a sign-in attempt', () => {
  it('is valid once', () => {
    const attempt = startGoogleAttempt('/help', true);
    expect(consumeGoogleAttempt()).toEqual(attempt);
    expect(consumeGoogleAttempt()).toBeUndefined();
  });

  it('is valid for 30 minutes', () => {
    startGoogleAttempt('/help', true);
    vi.advanceTimersByTime(30 * minuteMs);
    expect(consumeGoogleAttempt()).toBeUndefined();
  });
});
