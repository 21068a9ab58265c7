import {
  type CoursePage,
  CourseQuerySchema,
  filterCourses,
  getCourse,
} from '#contracts/catalogue/catalogue.ts';
import type { PageLocals, PageResult } from '#contracts/site/page-locals.ts';

/**
 * Returns the course queries of a page, which the server sets as Astro locals. The development server of the pages
 * has no such locals and calls the API instead.
 */
export function catalogueSource(locals: App.Locals, here: URL): PageLocals {
  if (locals.searchCourses && locals.findCourse && locals.listCourses) return locals as PageLocals;
  if (!import.meta.env.DEV) throw new Error('The server gave the page nothing to ask for courses');
  const ask = async (path: string): Promise<PageResult<unknown>> => {
    const answer = await fetch(new URL(`/api${path}`, here));
    return answer.ok ? { data: await answer.json() } : { status: answer.status };
  };
  return {
    searchCourses: (query) =>
      ask(
        `${filterCourses.path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
      ) as Promise<PageResult<CoursePage>>,
    async findCourse(slug) {
      const answer = await ask(getCourse.path.replace(':slug', slug));
      if ('data' in answer) return answer.data as never;
      return answer.status === 404 ? { data: undefined } : answer;
    },
    listCourses: async () => ({ data: [] }),
  };
}

/** Parses the query of a course list and fills in the defaults. */
export function courseQuery(given: object) {
  return CourseQuerySchema.parse(given);
}
