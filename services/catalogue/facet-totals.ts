import type pg from 'pg';
import { type CourseQuery, courseLevels, courseStatuses } from '#contracts/catalogue.ts';
import { rows } from '#services/platform/database/sql.ts';
import { levelLexemes } from './level-lexemes.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { CountedFacet } from './present-facets.ts';

/** Result count and facet counts of a query without words, read from precomputed totals. */
export interface FacetTotals {
  total: number;
  counts: CountedFacet[];
}

const popularValues = 20;
const levels = courseLevels.map((level) => `=l:${level.toLowerCase()}`);
const statuses = courseStatuses.map((status) => `=s:${status.toLowerCase()}`);

// `= ANY` instead of OR, so that the primary key of the totals is used whichever filters are open.
const readTotals = (hasPlatforms: boolean) => {
  const isIn = `n > 0 AND level = ANY ($2) AND status = ANY ($3) ${hasPlatforms ? 'AND platform = ANY ($4)' : ''}`;
  return `
    WITH cells AS MATERIALIZED (SELECT level, status, platform, n FROM course_totals WHERE tag = $1 AND ${isIn})
    SELECT lexeme, label, n FROM (
      SELECT lexeme, sum(n)::int AS n FROM (
        SELECT level, n FROM cells UNION ALL SELECT status, n FROM cells UNION ALL SELECT platform, n FROM cells
      ) AS each (lexeme, n) GROUP BY lexeme) AS counted
    JOIN (SELECT lexeme, label FROM course_facets) AS named USING (lexeme)
    UNION ALL
    SELECT lexeme, label, (SELECT coalesce(sum(n), 0)::int FROM course_totals WHERE tag = lexeme AND ${isIn})
    FROM (SELECT lexeme, label, n FROM course_facets WHERE left(lexeme, 3) = '=t:' AND n > 0 AND $1 = ''
      ORDER BY n DESC LIMIT ${popularValues}) AS popular`;
};

/** Facets of the whole catalogue: all levels and statuses, the most frequent platforms and tags. */
const frequentFacets = ['=l:', '=s:', '=p:', '=t:']
  .map(
    (kind) => `(SELECT lexeme, label, n FROM course_facets WHERE left(lexeme, 3) = '${kind}' AND n > 0
        ORDER BY n DESC LIMIT ${popularValues})`,
  )
  .join(' UNION ALL ');

/**
 * Returns the totals of a query that only filters. Undefined when the precomputed totals do not cover it: words,
 * several tags, or a facet without courses.
 */
export async function readFacetTotals(
  pool: pg.Pool,
  query: CourseQuery,
  { words, facets }: ParsedQuery,
): Promise<FacetTotals | undefined> {
  const tags = facets.filter(({ oneOf }) => oneOf[0]?.startsWith('=t:'));
  const platforms = facets.find(({ oneOf }) => oneOf[0]?.startsWith('=p:'))?.oneOf ?? [];
  if (words.length > 0 || tags.length > 1 || facets.some(({ n }) => n === 0)) return undefined;
  const [text, values] =
    facets.length === 0
      ? [frequentFacets, []]
      : [
          readTotals(platforms.length > 0),
          [
            tags[0]?.oneOf[0] ?? '',
            query.level === 'All' ? levels : levelLexemes(query.level),
            query.status === 'All' ? statuses : [`=s:${query.status.toLowerCase()}`],
            ...(platforms.length > 0 ? [platforms] : []),
          ],
        ];
  const found = await rows<CountedFacet & { n: number }>(pool, text, values);
  // Every course has exactly one status, so the statuses sum up to the result count.
  const total = found.reduce((sum, { lexeme, n }) => sum + (lexeme.startsWith('=s:') ? n : 0), 0);
  return { total, counts: found };
}

// Cache lifetime; equals the max-age of the responses that contain these facets.
const cachedForMs = 30_000;
const cache = new WeakMap<pg.Pool, { readAtMs: number; facets: Promise<CountedFacet[]> }>();

/** Returns the most frequent facets of the whole catalogue without counts, for results too many to count. Cached for 30 s. */
export function readPopularFacets(pool: pg.Pool): Promise<CountedFacet[]> {
  const cached = cache.get(pool);
  if (cached && performance.now() - cached.readAtMs < cachedForMs) return cached.facets;
  const facets = queryPopularFacets(pool);
  cache.set(pool, { readAtMs: performance.now(), facets });
  facets.catch(() => cache.delete(pool));
  return facets;
}

async function queryPopularFacets(pool: pg.Pool): Promise<CountedFacet[]> {
  const found = await rows<CountedFacet>(pool, frequentFacets);
  return found.map((facet) => ({ ...facet, n: null }));
}
