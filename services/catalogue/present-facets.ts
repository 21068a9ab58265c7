import { type CourseQuery, type Facet, type Facets, resultCap } from '#contracts/catalogue/catalogue.ts';
import { filterLevels, levelLexemes } from './level-lexemes.ts';

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
      const found = counted.filter(({ lexeme }) => lexemes.includes(lexeme));
      const n = found.some((one) => one.n === null)
        ? null
        : found.reduce((sum, one) => sum + (one.n ?? 0), 0);
      return found.length > 0 ? [{ lexeme: lexemes[0], label, n }] : [];
    });
}

function presentFacet({ label, n }: CountedFacet): Facet {
  if (n === null) return { value: label, count: null, isCapped: false };
  return { value: label, count: Math.min(n, resultCap), isCapped: n > resultCap };
}
