import type { suggestCourses as contract } from '#contracts/catalogue/catalogue.ts';
import { CourseQuerySchema } from '#contracts/catalogue/catalogue.ts';
import type { Handler } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';
import { findCourses } from './find-courses.ts';
import { parseQuery } from './parse-query.ts';

const suggestions = 6;

const facetsByPrefix = `
  SELECT lexeme LIKE '=p:%' AS is_platform, label FROM replace(course_words($1), ' ', '-') AS typed,
  LATERAL (
    (SELECT lexeme, label, n FROM course_facets
      WHERE n > 0 AND lexeme >= '=t:' || typed AND lexeme <= '=t:' || typed || U&'\\+10FFFF' ORDER BY n DESC LIMIT ${suggestions})
    UNION ALL
    (SELECT lexeme, label, n FROM course_facets
      WHERE n > 0 AND lexeme >= '=p:' || typed AND lexeme <= '=p:' || typed || U&'\\+10FFFF' ORDER BY n DESC LIMIT ${suggestions})
  ) AS found WHERE typed <> '' ORDER BY n DESC`;

/** Returns completions of the typed text: the most frequent tags and platforms, and the best matching courses. */
export const suggestCourses: Handler<typeof contract> = async ({ query }, { search }) => {
  const typed = CourseQuerySchema.parse({ search: query.q, limit: suggestions });
  const [facets, parsed] = await Promise.all([
    rows<{ is_platform: boolean; label: string }>(search, facetsByPrefix, [query.q]),
    parseQuery(search, typed),
  ]);
  const found = parsed.words.length > 0 ? await findCourses(search, typed, parsed) : undefined;
  const labels = (isPlatform: boolean) =>
    facets.filter((row) => row.is_platform === isPlatform).map(({ label }) => label);
  return {
    message: 'Suggestions',
    tags: labels(false),
    platforms: labels(true),
    titles: (found?.courses ?? []).map(({ title, slug }) => ({ title, slug })),
  };
};
