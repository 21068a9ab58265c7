import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginGoogleAttempt, takeGoogleAttempt } from './google-attempt.ts';
import { dropNewcomer, keepNewcomer, keepTyped, readNewcomer } from './newcomer.ts';

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
    keepNewcomer(newcomer);
    vi.advanceTimersByTime(29 * 60_000);
    keepTyped(typed);
    expect(readNewcomer()).toMatchObject({ newcomer, typed });
    vi.advanceTimersByTime(60_000);
    expect(readNewcomer()).toBeUndefined();
    expect(localStorage.getItem('courselift.newcomer')).toBeNull();
  });

  it('finds what was typed when Google leads the same person here again, and nobody else', () => {
    keepNewcomer(newcomer);
    keepTyped(typed);
    keepNewcomer({ ...newcomer, googleId: 'new ticket' });
    expect(readNewcomer()).toMatchObject({ newcomer: { googleId: 'new ticket' }, typed });
    keepNewcomer({ ...newcomer, email: 'other@people.example' });
    expect(readNewcomer()?.typed).toEqual({});
  });

  it('is forgotten when asked, and typing alone keeps nobody', () => {
    keepNewcomer(newcomer);
    dropNewcomer();
    keepTyped(typed);
    expect(readNewcomer()).toBeUndefined();
  });

  it.each(['nonsense', 'null', '{}', '{"newcomer":{"email":"x"},"until":9e15}'])(
    'is not read from %j',
    (text) => {
      localStorage.setItem('courselift.newcomer', text);
      expect(readNewcomer()).toBeUndefined();
    },
  );
});

describe('an attempt', () => {
  it('is good once', () => {
    const attempt = beginGoogleAttempt('/help');
    expect(takeGoogleAttempt()).toEqual(attempt);
    expect(takeGoogleAttempt()).toBeUndefined();
  });

  it('is good for half an hour', () => {
    beginGoogleAttempt('/help');
    vi.advanceTimersByTime(30 * 60_000);
    expect(takeGoogleAttempt()).toBeUndefined();
  });
});
