import type { ParsedQuery } from './parse-query.ts';

// Lexemes contain letters, digits, "-", "=", "^" and ":" only, so quoting needs no escaping.
const quoted = (lexeme: string) => `'${lexeme}'`;

// Matches every course, because every course has a status.
const everything = `'=s:free' | '=s:paid'`;

/** Returns the tsquery of a parsed query; with `inTitle`, every word must be in the title. */
export function textQuery({ words, facets }: Pick<ParsedQuery, 'words' | 'facets'>, inTitle = false): string {
  const mark = inTitle ? '^' : '';
  const terms = [
    ...words.map(({ word, isPrefix }) => quoted(mark + word) + (isPrefix ? ':*' : '')),
    ...facets.map(({ oneOf }) => `(${oneOf.map(quoted).join(' | ')})`),
  ];
  return terms.join(' & ') || everything;
}

/** Returns an upper bound of the number of matching courses. */
export function upperBound({ words, facets, size }: ParsedQuery): number {
  return Math.min(size, ...words.map(({ atMost }) => atMost), ...facets.map(({ n }) => n));
}

/** Estimates the number of matching courses as if words and facets were independent of each other. */
export function expectedMatches({ words, facets, size }: ParsedQuery): number {
  const counts = [...words.map(({ atLeast }) => atLeast), ...facets.map(({ n }) => n)];
  return counts.reduce((expected, n) => expected * (n / Math.max(1, size)), size);
}
