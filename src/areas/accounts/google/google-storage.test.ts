import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { consumeGoogleAttempt, startGoogleAttempt } from './google-attempt.ts';
import {
  clearRegistration,
  readRegistration,
  storeRegistration,
  storeRegistrationInput,
} from './pending-registration.ts';

const newcomer = { fullName: 'Ada Obi', email: 'ada@people.example', profilePictureUrl: null, googleId: 't' };
const typed = { phoneNumber: '+234 801', country: 'Ghana', gender: 'nb', role: '' };

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
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

describe('a newcomer', () => {
  it('stays with what was typed until the ticket runs out, and then leaves nothing', () => {
    storeRegistration(newcomer);
    vi.advanceTimersByTime(29 * 60_000);
    storeRegistrationInput(typed);
    expect(readRegistration()).toMatchObject({ newcomer, typed });
    vi.advanceTimersByTime(60_000);
    expect(readRegistration()).toBeUndefined();
    expect(localStorage.getItem('courselift.newcomer')).toBeNull();
  });

  it('finds what was typed when Google leads the same person here again, and nobody else', () => {
    storeRegistration(newcomer);
    storeRegistrationInput(typed);
    storeRegistration({ ...newcomer, googleId: 'new ticket' });
    expect(readRegistration()).toMatchObject({ newcomer: { googleId: 'new ticket' }, typed });
    storeRegistration({ ...newcomer, email: 'other@people.example' });
    expect(readRegistration()?.typed).toEqual({});
  });

  it('is forgotten when asked, and typing alone keeps nobody', () => {
    storeRegistration(newcomer);
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

describe('an attempt', () => {
  it('is good once', () => {
    const attempt = startGoogleAttempt('/help');
    expect(consumeGoogleAttempt()).toEqual(attempt);
    expect(consumeGoogleAttempt()).toBeUndefined();
  });

  it('is good for half an hour', () => {
    startGoogleAttempt('/help');
    vi.advanceTimersByTime(30 * 60_000);
    expect(consumeGoogleAttempt()).toBeUndefined();
  });
});
