import type { Understood } from './understand-query.ts';

// Lexemes hold letters, digits, "-", and the marks "=", "^" and ":": nothing that could end the quotes.
const quoted = (lexeme: string) => `'${lexeme}'`;

/** The tsquery of a question; with `inTitle`, every word must stand in the title. Empty when nothing is asked. */
export function textQuery({ words, facets }: Pick<Understood, 'words' | 'facets'>, inTitle = false): string {
  const mark = inTitle ? '^' : '';
  return [
    ...words.map(({ word, isPrefix }) => quoted(mark + word) + (isPrefix ? ':*' : '')),
    ...facets.map(({ oneOf }) => `(${oneOf.map(quoted).join(' | ')})`),
  ].join(' & ');
}

/** The most courses that a question can match. */
export function upperBound({ words, facets, size }: Understood): number {
  return Math.min(size, ...words.map(({ atMost }) => atMost), ...facets.map(({ n }) => n));
}

/** A guess at how many courses a question matches that is known to match more than the cap. */
export function estimate(understood: Understood, cap: number): number {
  const { words, facets, size } = understood;
  const share = [...words.map(({ atLeast }) => atLeast), ...facets.map(({ n }) => n)].reduce(
    (product, n) => (product * n) / size,
    1,
  );
  return Math.min(upperBound(understood), Math.max(cap + 1, share * size));
}
