import {
  type CourseQuery,
  type courseStatuses,
  type Facet,
  type Facets,
  resultCap,
} from '#contracts/catalogue/catalogue.ts';

/** Levels that the catalogue can be filtered by. */
const filterLevels = ['Beginner', 'Intermediate', 'Advanced'] as const;

/** Returns the lexemes that a level filter matches: the level itself, and "all levels". */
export function levelLexemes(level: (typeof filterLevels)[number]): [string, string] {
  return [`=l:${level.toLowerCase()}`, '=l:all'];
}

/** Returns the lexeme of a status. */
export function statusLexeme(status: (typeof courseStatuses)[number]): string {
  return `=s:${status.toLowerCase()}`;
}

/** A facet of the search table; `n` is null when its results were not counted. */
export interface CountedFacet {
  lexeme: string;
  label: string;
  n: number | null;
}

const shownValues = 20;

/** Converts counted facets to the contract's form, most frequent first, uncounted last. */
export function presentFacets(counted: readonly CountedFacet[], chosenLevel: CourseQuery['level']): Facets {
  const present = (facets: readonly CountedFacet[]) =>
    facets
      .filter(({ n }) => n !== 0)
      .sort((a, b) => (b.n ?? 0) - (a.n ?? 0) || (a.n !== null && a.lexeme > b.lexeme ? 1 : -1))
      .slice(0, shownValues)
      .map(presentFacet);
  const ofKind = (kind: string) => present(counted.filter(({ lexeme }) => lexeme.startsWith(kind)));
  return {
    level: present(countLevels(counted, chosenLevel)),
    status: ofKind('=s:'),
    platform: ofKind('=p:'),
    tags: ofKind('=t:'),
  };
}

/**
 * Adds the courses for all levels to each level, because the level filter matches them too. With a level chosen, only
 * that level is counted: the results do not contain courses of the others.
 */
function countLevels(
  counted: readonly CountedFacet[],
  chosen: CourseQuery['level'],
): readonly CountedFacet[] {
  return filterLevels
    .filter((level) => chosen === 'All' || chosen === level)
    .flatMap((label) => {
      const lexemes = levelLexemes(label);
      const facets = counted.filter(({ lexeme }) => lexemes.includes(lexeme));
      const n = facets.some((facet) => facet.n === null)
        ? null
        : facets.reduce((sum, facet) => sum + (facet.n ?? 0), 0);
      return facets.length > 0 ? [{ lexeme: lexemes[0], label, n }] : [];
    });
}

/** Converts a facet to the form of the contract. */
export function presentFacet({ label, n }: CountedFacet): Facet {
  if (n === null) return { value: label, count: null, isCapped: false };
  return { value: label, count: Math.min(n, resultCap), isCapped: n > resultCap };
}
