import { expect, it } from 'vitest';
import { nearbySpellings } from './correct-spelling.ts';

const spellings = (word: string, isTransposed: boolean) =>
  nearbySpellings(word)
    .filter((spelling) => spelling.isTransposed === isTransposed)
    .map(({ spelling }) => spelling);

it('transposes each pair of different adjacent letters', () => {
  expect(spellings('ab', true)).toEqual(['ba']);
  expect(spellings('noon', true)).toEqual(['onon', 'nono']);
  expect(spellings('яызк', true)).toEqual(['ыязк', 'язык', 'яыкз']);
});

it('removes each letter of a long word, and replaces or adds letters only in a short one', () => {
  expect(spellings('abcdef', false)).toEqual(['bcdef', 'acdef', 'abdef', 'abcef', 'abcdf', 'abcde']);
  expect(spellings('sqk', false)).toEqual(expect.arrayContaining(['sql', 'sk', 'sqkl', 'asqk']));
});

it('never returns the word itself, nor one spelling twice', () => {
  for (const word of ['a', 'aa', 'aab', 'java', '٣']) {
    const all = nearbySpellings(word).map(({ spelling }) => spelling);
    expect(all).not.toContain(word);
    expect(new Set(all).size).toBe(all.length);
  }
  expect(nearbySpellings('x'.repeat(31))).toEqual([]);
});
