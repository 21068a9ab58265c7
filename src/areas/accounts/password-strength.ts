import { limits } from '#contracts/limits.ts';
import { brand } from '../../browser/brand.ts';

/** Texts of the fields for a new password. They advise and never block. */
export const passwordCopy = {
  label: 'How hard it is to guess',
  empty: 'At least 8 characters. A few unrelated words work well.',
  short: (missing: number) => `${missing} more ${missing === 1 ? 'character' : 'characters'} to go.`,
  known: 'This is close to your email or to our name. Somebody who knows you would try it early.',
  common: 'Many people use this one, so it is tried first. A few unrelated words work better.',
  runs: 'Rows of keys and repeats are tried early. Mix in something else.',
  digits: 'Only digits go quickly. A word or two make it much harder.',
  weak: 'A start. Another word would make it much harder to guess.',
  fair: 'Good. One more word, and it is hard to guess.',
  hard: 'Hard to guess. Well done.',
  mismatch: 'Passwords do not match.',
} as const;

/** The estimated strength of a password, with advice. */
interface PasswordStrength {
  /** 0: nothing typed, 1: quick to guess, 2: fair, 3: hard to guess. */
  level: 0 | 1 | 2 | 3;
  words: string;
}

// Frequent words of leaked password lists, worldwide and in the countries of this product.
const common = new Set(
  (
    'password pass welcome letmein iloveyou admin administrator login access secret master hello changeme ' +
    'football baseball monkey dragon sunshine princess superman batman shadow freedom whatever trustno charlie ' +
    'michael jordan ashley daniel jessica computer internet samsung liverpool arsenal chelsea manchester ' +
    'barcelona nigeria kenya ghana africa lagos naija jesus jesuschrist blessing blessed godisgood godislove ' +
    'favour success student learner sponsor course qwerty azerty'
  ).split(' '),
);
const rows = ['qwertyuiop', 'azertyuiop', 'asdfghjkl', 'qsdfghjklm', 'zxcvbnm', '1234567890'];
const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
};
const fairBits = 36;
const hardBits = 56;

/**
 * Estimates the strength of a password while it is typed. A hint only: the server decides with a longer list.
 * `about` is known to an attacker, such as the email address.
 */
export function passwordStrength(password: string, about: readonly string[] = []): PasswordStrength {
  const length = [...password].length;
  if (length === 0) return { level: 0, words: passwordCopy.empty };
  if (length < limits.passwordMinChars)
    return { level: 1, words: passwordCopy.short(limits.passwordMinChars - length) };
  const plain = password.toLowerCase();
  if (isAbout(plain, [...about, brand.name])) return { level: 1, words: passwordCopy.known };
  if (common.has(coreOf(plain)) || common.has(coreOf(unmask(plain))))
    return { level: 1, words: passwordCopy.common };
  const effective = withoutRuns(plain);
  if (effective <= Math.max(4, length / 2)) return { level: 1, words: passwordCopy.runs };
  if (/^\d+$/.test(password)) return { level: 1, words: passwordCopy.digits };
  const bits = effective * Math.log2(alphabetOf(password));
  if (bits < fairBits) return { level: 1, words: passwordCopy.weak };
  return bits < hardBits ? { level: 2, words: passwordCopy.fair } : { level: 3, words: passwordCopy.hard };
}

/** Returns whether the password is a known name or address, perhaps with digits or symbols around it. */
function isAbout(plain: string, about: readonly string[]): boolean {
  const core = lettersOf(plain);
  return about
    .flatMap((known) => [known, known.split('@')[0] ?? ''])
    .map((known) => known.trim().toLowerCase())
    .some((known) => plain === known || (lettersOf(known).length >= 4 && core === lettersOf(known)));
}

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');

/** Returns a word without leading and trailing digits and symbols. */
const coreOf = (plain: string) => /\p{L}(?:.*\p{L})?/su.exec(plain)?.[0] ?? '';

const unmask = (plain: string) =>
  plain.replaceAll(/[01345@$]/g, (character) => lookalikes[character] ?? character);

/** Returns the length without runs such as "aaaa", "1234" and "qwer". */
function withoutRuns(plain: string): number {
  const characters = [...plain];
  return characters.filter((character, at) => {
    const [before, first] = [characters[at - 1], characters[at - 2]];
    return !(before && first && follows(first, before) && follows(before, character));
  }).length;
}

function follows(before: string, after: string): boolean {
  const step = (after.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  const isNeighbour = rows.some((row) => row.includes(before + after) || row.includes(after + before));
  return Math.abs(step) <= 1 || isNeighbour;
}

/** Returns the size of the alphabet that a brute-force attack has to try. */
function alphabetOf(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 20],
  ];
  return kinds.reduce((size, [kind, characters]) => size + (kind.test(password) ? characters : 0), 0);
}
