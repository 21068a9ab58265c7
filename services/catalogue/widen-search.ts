import { findSubjects, type NamedSubject, spellingsOf } from './thesaurus.ts';

/** What a search is about: a course matches with any of the phrases. */
export interface Topic {
  /** Shown to the visitor. */
  label: string;
  phrases: readonly string[];
  /** Those by which courses are ranked; all of them would cost more than finding the courses. */
  mainPhrases: readonly string[];
}

/** A search by what the words are about instead of by the words. */
export interface WidenedSearch {
  topics: readonly Topic[];
  /** Whether one of the topics is enough. */
  isAny: boolean;
  /** What courses are ranked by: the topics, and what else is in the search. */
  rankedBy: readonly Topic[];
}

function ofSubject({ phrase, subject }: NamedSubject): Topic {
  const mainPhrases = [...new Set([...(phrase ? [phrase] : []), subject.name])];
  return { label: subject.name, mainPhrases, phrases: [...new Set([...mainPhrases, ...subject.phrases])] };
}

/**
 * Returns the searches to try in turn when no course has all of the words: without the words of a question and with the
 * other names of the subjects, first all of it, then the subjects, then one of them.
 *
 * @param words in the order of the search
 * @param isIndexed whether a course has the word
 */
export function widenSearch(words: readonly string[], isIndexed: (word: string) => boolean): WidenedSearch[] {
  const { named, rest } = findSubjects(words);
  const subjects = named.map(ofSubject);
  const others = rest
    .filter(isIndexed)
    .map((word): Topic => ({ label: word, phrases: spellingsOf(word), mainPhrases: [word] }));
  const all = [...subjects, ...others];
  const main = subjects.length > 0 ? subjects : others;
  const search = (topics: readonly Topic[], isAny: boolean) => ({ topics, isAny, rankedBy: all });
  return [
    ...(all.length > 0 ? [search(all, false)] : []),
    ...(main.length > 1 && main.length < all.length ? [search(main, false)] : []),
    ...(main.length > 1 || main.length < all.length ? [search(main, true)] : []),
  ];
}
