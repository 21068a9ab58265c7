import type pg from 'pg';
import { type CourseQuery, courseLevels, courseStatuses } from '#contracts/catalogue.ts';
import { levelLexemes } from './level-lexemes.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { CountedFacet } from './present-facets.ts';

/** Totals of a question about facets alone, from sums that are kept up to date; nothing is searched. */
export interface FacetTotals {
  total: number;
  counts: CountedFacet[];
}

const popularValues = 20;
const levels = courseLevels.map((level) => `=l:${level.toLowerCase()}`);
const statuses = courseStatuses.map((status) => `=s:${status.toLowerCase()}`);

// Lists instead of "or": each is looked up in the key of the sums, however many of its columns are open.
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

/** Of everything; platforms and tags the most frequent. */
const frequentFacets = {
  name: 'frequent-facets',
  text: ['=l:', '=s:', '=p:', '=t:']
    .map(
      (kind) => `(SELECT lexeme, label, n FROM course_facets WHERE left(lexeme, 3) = '${kind}' AND n > 0
        ORDER BY n DESC LIMIT ${popularValues})`,
    )
    .join(' UNION ALL '),
};

/** Answers undefined for what the sums cannot tell: words, or several tags or platforms at once. */
export async function readFacetTotals(
  pool: pg.Pool,
  query: CourseQuery,
  { words, facets }: ParsedQuery,
): Promise<FacetTotals | undefined> {
  const tags = facets.filter(({ oneOf }) => oneOf[0]?.startsWith('=t:'));
  const platforms = facets.find(({ oneOf }) => oneOf[0]?.startsWith('=p:'))?.oneOf ?? [];
  if (words.length > 0 || tags.length > 1 || facets.some(({ n }) => n === 0)) return undefined;
  const { rows } = await pool.query<CountedFacet & { n: number }>(
    facets.length === 0
      ? frequentFacets
      : {
          name: `facet-totals-${platforms.length > 0 ? 'of-platforms' : 'of-all'}`,
          text: readTotals(platforms.length > 0),
          values: [
            tags[0]?.oneOf[0] ?? '',
            query.level === 'All' ? levels : levelLexemes(query.level),
            query.status === 'All' ? statuses : [`=s:${query.status.toLowerCase()}`],
            ...(platforms.length > 0 ? [platforms] : []),
          ],
        },
  );
  // Each course has one status.
  const total = rows.reduce((sum, { lexeme, n }) => sum + (lexeme.startsWith('=s:') ? n : 0), 0);
  return { total, counts: rows };
}

// Asked for anew as often as an answer may be shown from a cache anyway.
const keptForMs = 30_000;
const popular = new WeakMap<pg.Pool, { readAtMs: number; facets: Promise<CountedFacet[]> }>();

/** Facet values that occur most in the whole catalogue, without a number: for lists that are too long to count. */
export function readPopularFacets(pool: pg.Pool): Promise<CountedFacet[]> {
  const kept = popular.get(pool);
  if (kept && performance.now() - kept.readAtMs < keptForMs) return kept.facets;
  const facets = queryPopularFacets(pool);
  popular.set(pool, { readAtMs: performance.now(), facets });
  facets.catch(() => popular.delete(pool));
  return facets;
}

async function queryPopularFacets(pool: pg.Pool): Promise<CountedFacet[]> {
  const { rows } = await pool.query<CountedFacet>(frequentFacets);
  return rows.map((facet) => ({ ...facet, n: null }));
}
