import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { minuteMs } from '#contracts/durations.ts';
import { startSession } from '../../../browser/session.ts';
import {
  consumeGoogleAttempt,
  readRegistration,
  startGoogleAttempt,
  storeRegistration,
  storeRegistrationInput,
} from './google-storage.ts';

const newcomer = { fullName: 'Ada Obi', email: 'ada@people.example', profilePictureUrl: null, googleId: 't' };
const typed = { phoneNumber: '+234 801', country: 'Ghana', gender: 'nb', role: '' };

const kept = { next: '/help-learner?request=r', isKept: true };
const untilClosed = { ...kept, isKept: false };

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
  vi.stubGlobal('location', new URL('https://courselift.example/user-auth'));
  vi.stubGlobal('document', { cookie: '' });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a pending registration', () => {
  // ASVS 14.3.3
  it('is stored with its input until the ticket expires, then removed', () => {
    storeRegistration(newcomer, untilClosed);
    vi.advanceTimersByTime(29 * minuteMs);
    storeRegistrationInput(typed);
    expect(readRegistration()).toMatchObject({ newcomer, typed, ...untilClosed });
    vi.advanceTimersByTime(60_000);
    expect(readRegistration()).toBeUndefined();
    expect(localStorage.getItem('courselift.newcomer')).toBeNull();
  });

  it('restores the input for the same person only', () => {
    storeRegistration(newcomer, kept);
    storeRegistrationInput(typed);
    storeRegistration({ ...newcomer, googleId: 'new ticket' }, kept);
    expect(readRegistration()).toMatchObject({ newcomer: { googleId: 'new ticket' }, typed });
    storeRegistration({ ...newcomer, email: 'other@people.example' }, kept);
    expect(readRegistration()?.typed).toEqual({});
  });

  it('is not stored by input alone', () => {
    storeRegistrationInput(typed);
    expect(readRegistration()).toBeUndefined();
  });

  // ASVS 14.3.1
  it('ends with the browser if its session does', () => {
    const isEnding = () => [localStorage.getItem('courselift.untilClosed'), document.cookie];
    storeRegistration(newcomer, kept);
    expect(isEnding()).toEqual([null, '']);
    storeRegistration(newcomer, untilClosed);
    expect(isEnding()).toEqual(['on', 'courselift-browser=1; Path=/; SameSite=Lax; Secure']);
  });

  it('is removed when a session starts', () => {
    storeRegistration(newcomer, kept);
    startSession({ token: 'a.b.c', role: 'sponsor', firstName: 'Ada' }, true);
    expect(readRegistration()).toBeUndefined();
  });

  it.each(['https://evil.example/', '//evil.example', '/api/user/me', 7, undefined])(
    'opens the dashboard after it instead of %j',
    (next) => {
      storeRegistration(newcomer, kept);
      const stored = JSON.parse(localStorage.getItem('courselift.newcomer') ?? '');
      localStorage.setItem('courselift.newcomer', JSON.stringify({ ...stored, next }));
      expect(readRegistration()?.next).toBe('/dashboard');
    },
  );

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
