import type pg from 'pg';
import type { Facet } from '#contracts/catalogue/catalogue.ts';
import { rows } from '#services/platform/database/sql.ts';
import { readPopularFacets, type TotalledFacet } from './facet-totals.ts';
import { presentFacet } from './present-facets.ts';
import { findSubjects, nearSubjects } from './thesaurus.ts';

const proposed = 3;

const totalsOfTags = 'SELECT lexeme, label, n FROM course_facets WHERE lexeme = ANY ($1) AND n > 0';

const tagLexeme = (subject: string) => `=t:${subject.replaceAll(' ', '-')}`;

/**
 * Returns three subjects that courses have as a tag, with the number of all courses that do: the nearest to what the
 * words name, the most frequent first, then the most frequent of the catalogue.
 */
export async function findNearSubjects(pool: pg.Pool, words: readonly string[]): Promise<Facet[]> {
  const near = nearSubjects(findSubjects(words).named.map(({ subject }) => subject));
  const distances = new Map([...near].map(([name, distance]) => [tagLexeme(name), distance]));
  const tags = near.size > 0 ? await rows<TotalledFacet>(pool, totalsOfTags, [[...distances.keys()]]) : [];
  const distanceOf = ({ lexeme }: TotalledFacet) => distances.get(lexeme) ?? 0;
  tags.sort((a, b) => distanceOf(a) - distanceOf(b) || b.n - a.n || (a.lexeme > b.lexeme ? 1 : -1));
  const popular = tags.length < proposed ? await readPopularFacets(pool) : [];
  const others = popular.filter(({ lexeme }) => lexeme.startsWith('=t:') && !distances.has(lexeme));
  return [...tags, ...others].slice(0, proposed).map(presentFacet);
}
