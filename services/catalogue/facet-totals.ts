import type pg from 'pg';
import type { CourseQuery } from '#contracts/catalogue.ts';
import type { Understood } from './understand-query.ts';

/** Totals of a question about facets alone, from sums that are kept up to date; nothing is searched. */
export interface FacetTotals {
  total: number;
  counts: Map<string, number>;
}

const popularTags = 20;

/** Answers undefined for what the sums cannot tell: words, or several tags or platforms at once. */
export async function readFacetTotals(
  pool: pg.Pool,
  query: CourseQuery,
  { words, facets }: Understood,
): Promise<FacetTotals | undefined> {
  const tags = facets.filter(({ oneOf }) => oneOf[0]?.startsWith('=t:'));
  const [tag] = tags;
  const platforms = facets.find(({ oneOf }) => oneOf[0]?.startsWith('=p:'))?.oneOf ?? [];
  if (words.length > 0 || tags.length > 1 || facets.some(({ n }) => n === 0)) return undefined;
  const { rows } = await pool.query<{
    tag: string;
    level: string;
    status: string;
    platform: string;
    n: number;
  }>({
    name: 'facet-totals',
    text: `
      SELECT '' AS tag, level, status, platform, n FROM course_totals
      WHERE tag = $1 AND n > 0 AND ($2 = '=l:all' OR level = $2) AND ($3 = '=s:all' OR status = $3)
        AND (cardinality($4::text[]) = 0 OR platform = ANY ($4))
      UNION ALL
      SELECT tag, '', '', '', sum(n)::int FROM course_totals
      WHERE tag = ANY (SELECT lexeme FROM course_facets WHERE lexeme > '=t:' AND $1 = '' ORDER BY n DESC LIMIT ${popularTags})
        AND n > 0 AND ($2 = '=l:all' OR level = $2) AND ($3 = '=s:all' OR status = $3)
        AND (cardinality($4::text[]) = 0 OR platform = ANY ($4))
      GROUP BY tag`,
    values: [
      tag?.oneOf[0] ?? '',
      `=l:${query.level.toLowerCase()}`,
      `=s:${query.status.toLowerCase()}`,
      platforms,
    ],
  });
  const counts = new Map<string, number>();
  const add = (lexeme: string, n: number) => counts.set(lexeme, (counts.get(lexeme) ?? 0) + n);
  let total = 0;
  for (const row of rows) {
    if (row.tag) add(row.tag, row.n);
    else {
      total += row.n;
      for (const lexeme of [row.level, row.status, row.platform]) add(lexeme, row.n);
    }
  }
  return { total, counts };
}

/** Facet values that occur most in the whole catalogue, for lists that are too long to count. */
export async function readPopularFacets(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ lexeme: string }>({
    name: 'popular-facets',
    text: `
      (SELECT lexeme FROM course_facets WHERE lexeme > '=p:' AND lexeme < '=p;' AND n > 0 ORDER BY n DESC LIMIT ${popularTags})
      UNION ALL
      (SELECT lexeme FROM course_facets WHERE lexeme > '=t:' AND n > 0 ORDER BY n DESC LIMIT ${popularTags})`,
  });
  const open = ['=l:beginner', '=l:intermediate', '=l:advanced', '=s:free', '=s:paid'];
  return [...open, ...rows.map(({ lexeme }) => lexeme)];
}
