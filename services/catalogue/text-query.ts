import type { ParsedQuery } from './parse-query.ts';

// Lexemes hold letters, digits, "-", and the marks "=", "^" and ":": nothing that could end the quotes.
const quoted = (lexeme: string) => `'${lexeme}'`;

// Every course has a status: this is what matches them all.
const everything = `'=s:free' | '=s:paid'`;

/** The tsquery of a question; with `inTitle`, every word must stand in the title. */
export function textQuery({ words, facets }: Pick<ParsedQuery, 'words' | 'facets'>, inTitle = false): string {
  const mark = inTitle ? '^' : '';
  const terms = [
    ...words.map(({ word, isPrefix }) => quoted(mark + word) + (isPrefix ? ':*' : '')),
    ...facets.map(({ oneOf }) => `(${oneOf.map(quoted).join(' | ')})`),
  ];
  return terms.join(' & ') || everything;
}

/** The most courses that a question can match. */
export function upperBound({ words, facets, size }: ParsedQuery): number {
  return Math.min(size, ...words.map(({ atMost }) => atMost), ...facets.map(({ n }) => n));
}
