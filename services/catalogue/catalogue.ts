import type * as contracts from '#contracts/catalogue/catalogue.ts';
import { CourseQuerySchema } from '#contracts/catalogue/catalogue.ts';
import type { Handler } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';
import { notFound } from '#services/platform/errors.ts';
import { findCourse } from './course-row.ts';
import { findCourses } from './find-courses.ts';
import { parseQuery } from './parse-query.ts';
import { searchCourses } from './search-courses.ts';

/** Returns one page of the catalogue, with facets. Public. */
export const filterCourses: Handler<typeof contracts.filterCourses> = ({ query }, { search }) =>
  searchCourses(search, query);

/** Returns one course by its slug. Public. Throws HttpError 404 when there is none. */
export const getCourse: Handler<typeof contracts.getCourse> = async ({ params }, { search }) => {
  const data = await findCourse(search, params.slug);
  if (!data) throw notFound('This course is not in the catalogue.');
  return { message: data.title, data };
};

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
export const suggestCourses: Handler<typeof contracts.suggestCourses> = async ({ query }, { search }) => {
  const typed = CourseQuerySchema.parse({ search: query.q, limit: suggestions });
  const [facets, parsed] = await Promise.all([
    rows<{ is_platform: boolean; label: string }>(search, facetsByPrefix, [query.q]),
    parseQuery(search, typed),
  ]);
  const matches = parsed.words.length > 0 ? await findCourses(search, typed, parsed) : undefined;
  const labels = (isPlatform: boolean) =>
    facets.filter((row) => row.is_platform === isPlatform).map(({ label }) => label);
  return {
    message: 'Suggestions',
    tags: labels(false),
    platforms: labels(true),
    titles: (matches?.courses ?? []).map(({ title, slug }) => ({ title, slug })),
  };
};
