import { readFileSync } from 'node:fs';
import { isQuestionWord } from './question-words.ts';

/** A subject of courses. */
export interface Subject {
  name: string;
  /** Code of ISCED-F 2013: subjects whose codes begin alike are near to each other. */
  field: string;
  /** The name, and other words of its courses. */
  phrases: readonly string[];
  /** Words that name the subject in a search only. */
  searchPhrases: readonly string[];
}

/** All subjects of `thesaurus.txt`, which says where they are from. @internal Its test checks each line. */
export const subjects: readonly Subject[] = readFileSync(new URL('./thesaurus.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\d/.test(line))
  .map((line) => {
    const [name = '', others = ''] = line.slice(5).split(': ');
    const [ofCourses = '', ofSearches = ''] = others.split('; ');
    const list = (phrases: string) => phrases.split(', ').filter(Boolean);
    return {
      name,
      field: line.slice(0, 4),
      phrases: [name, ...list(ofCourses)],
      searchPhrases: list(ofSearches),
    };
  });

/** Returns a word in American spelling and without the "s" of a plural, to compare it with another. */
const fold = (word: string) =>
  word
    .replace(/(?<=..)our/, 'or')
    .replace(/(?<=..)([iy])s(?=e|ing)/, '$1z')
    .replace(/(?<=..[^s])s$/, '');

const foldAll = (words: readonly string[]) => words.map(fold).join(' ');
const wordsOf = (phrase: string) => phrase.split(' ');
const isContent = (word: string) => !isQuestionWord(word);

/** A subject that a search names. */
export interface NamedSubject {
  subject: Subject;
  /** The words that name it, unless they stand for it in a search only. */
  phrase: string | undefined;
}

const allPhrases = subjects.flatMap((subject) =>
  [...subject.phrases, ...subject.searchPhrases].map((phrase) => ({
    words: wordsOf(phrase),
    subject,
    isOfCourses: subject.phrases.includes(phrase),
  })),
);
type Phrase = (typeof allPhrases)[number];
const longest = Math.max(...allPhrases.map(({ words }) => words.length));
const indexPhrases = (phrases: readonly Phrase[]) =>
  new Map(phrases.map((phrase) => [foldAll(phrase.words), phrase]));

const byWords = indexPhrases(allPhrases.filter(({ words }) => words.length > 1));
// "repair my phone" is "repair phone"; but "start a business" is more than "business", so one word must not remain.
const byContent = indexPhrases(
  allPhrases
    .map((phrase) => ({ ...phrase, words: phrase.words.filter(isContent) }))
    .filter(({ words }) => words.length > 1),
);
const byWord = indexPhrases(allPhrases.filter(({ words }) => words.length === 1));

const knownWords = new Set(allPhrases.flatMap(({ words }) => words.map(fold)));

/** Returns whether the word is a question word or one of the thesaurus, so that its spelling is right. */
export const isKnownWord = (word: string): boolean => isQuestionWord(word) || knownWords.has(fold(word));

/** Returns the subjects that the words name, those of longer phrases first, and the other words that say something. */
export function findSubjects(words: readonly string[]): { named: NamedSubject[]; rest: string[] } {
  const whole = matchPhrases(words, byWords);
  const content = matchPhrases(whole.rest.filter(isContent), byContent);
  const single = matchPhrases(content.rest, byWord);
  const matches = [...whole.named, ...content.named, ...single.named];
  const named = new Map(matches.map((match) => [match.subject, match]));
  return { named: [...named.values()], rest: single.rest };
}

function matchPhrases(words: readonly string[], phrases: ReadonlyMap<string, Phrase>) {
  const named: NamedSubject[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; ) {
    const match = matchAt(words, at, phrases);
    if (match) named.push(match);
    else rest.push(words[at] ?? '');
    at += match?.length ?? 1;
  }
  return { named, rest };
}

function matchAt(words: readonly string[], at: number, phrases: ReadonlyMap<string, Phrase>) {
  for (let length = Math.min(longest, words.length - at); length > 0; length -= 1) {
    const typed = words.slice(at, at + length);
    const known = phrases.get(foldAll(typed));
    if (known)
      return { subject: known.subject, phrase: known.isOfCourses ? typed.join(' ') : undefined, length };
  }
  return undefined;
}

/** Returns the names of all subjects near to the given ones, with their distance: 0 is the subject itself, 3 the same broad field. */
export function nearSubjects(given: readonly Subject[]): Map<string, number> {
  const distance = (subject: Subject, other: Subject) => {
    if (subject === other) return 0;
    const shared = [4, 3, 2].findIndex(
      (digits) => subject.field.slice(0, digits) === other.field.slice(0, digits),
    );
    return shared < 0 ? undefined : shared + 1;
  };
  return new Map(
    subjects.flatMap((subject) => {
      const distances = given.flatMap((other) => distance(subject, other) ?? []);
      return distances.length > 0 ? [[subject.name, Math.min(...distances)] as const] : [];
    }),
  );
}

/** Returns the spellings of a word that mean the same: with and without the "s" of a plural, British and American. */
export function spellingsOf(word: string): string[] {
  const swaps = [
    [/(?<=..)our/, 'or'],
    [/(?<=..)or(?!.*our)/, 'our'],
    [/(?<=..)([iy])s(?=e|ing)/, '$1z'],
    [/(?<=..)([iy])z(?=e|ing)/, '$1s'],
  ] as const;
  const spellings = new Set([word, ...swaps.map(([from, to]) => word.replace(from, to))]);
  for (const spelling of [...spellings])
    spellings.add(/..[^s]s$/.test(spelling) ? spelling.slice(0, -1) : `${spelling}s`);
  return [...spellings];
}
