import type pg from 'pg';
import { type Facet, type Facets, resultCap } from '#contracts/catalogue.ts';

const shownValues = 20;
const levels: Record<string, string> = {
  '=l:beginner': 'Beginner',
  '=l:intermediate': 'Intermediate',
  '=l:advanced': 'Advanced',
};
const statuses: Record<string, string> = { '=s:free': 'Free', '=s:paid': 'Paid' };

/**
 * Facet lexemes as a person reads them, the most frequent first. Those in `unknown` may narrow the list too, but
 * nobody has counted how far.
 */
export async function presentFacets(
  pool: pg.Pool,
  counts: ReadonlyMap<string, number>,
  unknown: readonly string[] = [],
): Promise<Facets> {
  const all = [...counts.entries()]
    .filter(([, n]) => n > 0)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const lexemes = [...all.map(([lexeme]) => lexeme), ...unknown];
  const top = (kind: string) => lexemes.filter((lexeme) => lexeme.startsWith(kind)).slice(0, shownValues);
  const [platforms, tags] = [top('=p:'), top('=t:')];
  const labels = await labelsOf(pool, [...platforms, ...tags]);
  const facet = (lexeme: string, value: string | undefined): Facet[] => {
    if (value === undefined) return [];
    const n = counts.get(lexeme);
    if (n === undefined) return [{ value, count: null, isCapped: false }];
    return [{ value, count: Math.min(n, resultCap), isCapped: n > resultCap }];
  };
  return {
    level: lexemes.flatMap((lexeme) => facet(lexeme, levels[lexeme])),
    status: lexemes.flatMap((lexeme) => facet(lexeme, statuses[lexeme])),
    platform: platforms.flatMap((lexeme) => facet(lexeme, labels.get(lexeme))),
    tags: tags.flatMap((lexeme) => facet(lexeme, labels.get(lexeme))),
  };
}

async function labelsOf(pool: pg.Pool, lexemes: string[]): Promise<Map<string, string>> {
  if (lexemes.length === 0) return new Map();
  const { rows } = await pool.query<{ lexeme: string; label: string }>({
    name: 'facet-labels',
    text: 'SELECT lexeme, label FROM course_facets WHERE lexeme = ANY ($1)',
    values: [lexemes],
  });
  return new Map(rows.map(({ lexeme, label }) => [lexeme, label]));
}
