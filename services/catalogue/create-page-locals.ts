import type { PageLocals, PageResult } from '#contracts/page-locals.ts';
import type { Deps } from '#services/deps.ts';
import { toHttpError } from '#services/platform/http/error-handler.ts';
import { findCourse } from './find-course.ts';
import { listCourses } from './list-courses.ts';
import { searchCourses } from './search-courses.ts';

/**
 * What one visit to a page may ask of the catalogue, without a second way through HTTP. `admit` counts the visit
 * as a call of the API would be counted, once however much the page asks; it throws when it was one too many.
 */
export function createPageLocals(
  { search, log }: Pick<Deps, 'search' | 'log'>,
  admit: () => Promise<void>,
): PageLocals {
  let admission: Promise<void> | undefined;
  const answer = async <T>(ask: () => Promise<T>): Promise<PageResult<T>> => {
    try {
      admission ??= admit();
      await admission;
      return { data: await ask() };
    } catch (error) {
      const { status, retryAfterS } = toHttpError(error);
      if (status >= 500) log.error({ err: error }, 'a page got no courses');
      return { status, ...(retryAfterS && { retryAfterS }) };
    }
  };
  return {
    searchCourses: (query) => answer(() => searchCourses(search, query)),
    findCourse: (slug) => answer(() => findCourse(search, slug)),
    listCourses: () => answer(() => listCourses(search)),
  };
}
