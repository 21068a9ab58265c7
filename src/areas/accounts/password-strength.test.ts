import { describe, expect, it } from 'vitest';
import { passwordCopy as copy, passwordStrength } from './password-strength.ts';

const wordsFor = (password: string, about: string[] = []) => passwordStrength(password, about).words;

describe('passwordStrength', () => {
  it('returns how many characters are missing', () => {
    expect(passwordStrength('')).toEqual({ level: 0, words: copy.empty });
    expect(wordsFor('abc')).toBe('5 more characters to go.');
    expect(wordsFor('kWz8vQp')).toBe('1 more character to go.');
  });

  it.each(['password', 'Password1!', 'P@ssw0rd', 'iloveyou2024', '123Welcome', 'qwerty123'])(
    'knows %j from the lists',
    (password) => {
      expect(passwordStrength(password)).toEqual({ level: 1, words: copy.common });
    },
  );

  it.each(['ada.obi@people.example', 'ada.obi99', 'ADA.OBI!!', 'CourseLift', 'courselift2026'])(
    'sees that %j is close to what is known about the person',
    (password) => {
      expect(wordsFor(password, ['ada.obi@people.example'])).toBe(copy.known);
    },
  );

  it.each(['aaaaaaaaaa', 'abcdefghij', '12345678', '87654321', 'asdfghjkl', 'aaaabbbbcccc'])(
    'sees the run in %j',
    (password) => {
      expect(wordsFor(password)).toBe(copy.runs);
    },
  );

  it('advises against digits alone', () => {
    expect(wordsFor('8305917264')).toBe(copy.digits);
  });

  it('rates long phrases as hard to guess, with or without symbols', () => {
    expect(passwordStrength('correct horse battery').level).toBe(3);
    expect(passwordStrength('kW8!zvQp2m').level).toBe(3);
    expect(passwordStrength('mangotreehill').level).toBe(2);
  });

  it('ignores short common parts of an address', () => {
    expect(passwordStrength('velvet tuba on ice', ['on@ice.example']).level).toBe(3);
  });
});
