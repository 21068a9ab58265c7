import { type Facet, type Facets, resultCap } from '#contracts/catalogue.ts';

/** A facet value as the search knows it; `n` is null where nobody has counted how many results have it. */
export interface CountedFacet {
  lexeme: string;
  label: string;
  n: number | null;
}

const shownValues = 20;

/** Facets as a person reads them, the most frequent first, those that were not counted last. */
export function presentFacets(counted: readonly CountedFacet[]): Facets {
  const sorted = counted
    .filter(({ lexeme, n }) => n !== 0 && lexeme !== '=l:all')
    .sort((a, b) => (b.n ?? 0) - (a.n ?? 0) || (a.n !== null && a.lexeme > b.lexeme ? 1 : -1));
  const top = (kind: string) =>
    sorted
      .filter(({ lexeme }) => lexeme.startsWith(kind))
      .slice(0, shownValues)
      .map(present);
  return { level: top('=l:'), status: top('=s:'), platform: top('=p:'), tags: top('=t:') };
}

function present({ label, n }: CountedFacet): Facet {
  if (n === null) return { value: label, count: null, isCapped: false };
  return { value: label, count: Math.min(n, resultCap), isCapped: n > resultCap };
}
