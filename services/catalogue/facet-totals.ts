import type pg from 'pg';
import { type CourseQuery, courseLevels, courseStatuses } from '#contracts/catalogue/catalogue.ts';
import { rows } from '#services/platform/database/sql.ts';
import { type CountedFacet, levelLexemes, statusLexeme } from './present-facets.ts';

const popularValues = 20;
const levels = courseLevels.map((level) => `=l:${level.toLowerCase()}`);
/** Lexemes of all statuses; every course has exactly one. */
export const statuses = courseStatuses.map(statusLexeme);

/** The levels and statuses that a query leaves open or chooses, as lexemes. */
export function openLexemes({ level, status }: Pick<CourseQuery, 'level' | 'status'>) {
  return {
    levels: level === 'All' ? levels : levelLexemes(level),
    statuses: status === 'All' ? statuses : [statusLexeme(status)],
  };
}

/** SQL expressions over the facets of a query. */
interface ChosenFacets {
  /** Lexeme of the tag, `''` for any. */
  tag: string;
  /** Arrays of lexemes; without `platforms` any platform. */
  levels: string;
  statuses: string;
  platforms: string | undefined;
}

/**
 * Returns SQL of the facet counts of a query that only filters, from precomputed totals, as a JSON array. `= ANY` instead
 * of OR, so that the primary key of the totals is used whichever filters are open.
 */
export function facetTotalsSql({ tag, levels, statuses, platforms }: ChosenFacets): string {
  const isIn = `n > 0 AND level = ANY (${levels}) AND status = ANY (${statuses})`;
  return `
    WITH cells AS MATERIALIZED (SELECT level, status, platform, n FROM course_totals
      WHERE tag = ${tag} AND ${isIn} AND ${platforms ? `platform = ANY (${platforms})` : `platform > ''`})
    SELECT json_agg(totals) FROM (
      SELECT lexeme, label, n FROM (
        SELECT lexeme, sum(n)::int AS n FROM (
          SELECT level, n FROM cells UNION ALL SELECT status, n FROM cells UNION ALL SELECT platform, n FROM cells
        ) AS each (lexeme, n) GROUP BY lexeme) AS counted
      JOIN (SELECT lexeme, label FROM course_facets) AS named USING (lexeme)
      UNION ALL
      SELECT lexeme, label, (SELECT coalesce(sum(n), 0)::int FROM course_totals
        WHERE tag = lexeme AND ${isIn} AND platform = ${platforms ? `ANY (${platforms})` : `''`})
      FROM (SELECT lexeme, label, n FROM course_facets WHERE left(lexeme, 3) = '=t:' AND n > 0 AND ${tag} = ''
        ORDER BY n DESC LIMIT ${popularValues}) AS popular) AS totals`;
}

/** SQL of the facets of the whole catalogue: all levels and statuses, the most frequent platforms and tags. */
export const frequentFacets = ['=l:', '=s:', '=p:', '=t:']
  .map(
    (kind) => `(SELECT lexeme, label, n FROM course_facets WHERE left(lexeme, 3) = '${kind}' AND n > 0
        ORDER BY n DESC LIMIT ${popularValues})`,
  )
  .join(' UNION ALL ');

/** Returns the number of courses of counted facets: every course has exactly one status. */
export function totalOf(counts: readonly TotalledFacet[]): number {
  return counts.reduce((sum, { lexeme, n }) => sum + (lexeme.startsWith('=s:') ? n : 0), 0);
}

/** A facet with the number of all courses that have it. */
export type TotalledFacet = CountedFacet & { n: number };

// Cache lifetime; equals the max-age of the responses that contain these facets.
const cachedForMs = 30_000;
const cache = new WeakMap<pg.Pool, { readAtMs: number; facets: Promise<TotalledFacet[]> }>();

/** Returns the most frequent facets of the whole catalogue with their counts there. Cached for 30 s. */
export function readPopularFacets(pool: pg.Pool): Promise<TotalledFacet[]> {
  const cached = cache.get(pool);
  if (cached && performance.now() - cached.readAtMs < cachedForMs) return cached.facets;
  const facets = rows<TotalledFacet>(pool, frequentFacets);
  cache.set(pool, { readAtMs: performance.now(), facets });
  facets.catch(() => cache.delete(pool));
  return facets;
}
