import type { CatalogueLocals, ListedCourse, PageResult } from '#contracts/site/page-locals.ts';
import type { Deps } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';
import { toHttpError } from '#services/platform/http/error-handler.ts';
import { findCourse } from './course-row.ts';
import { searchCourses } from './search-courses.ts';

/** Payload of the notifications that the triggers of the catalogue send when courses change (search/4-update-search.sql). */
export const CATALOGUE = 'catalogue';

/** Maximum number of courses in the sitemap; crawlers reach the others through pagination and related courses. */
const maxListed = 5_000;

/**
 * Returns the catalogue queries that a server-rendered page runs in process instead of over HTTP. Errors become a
 * status, with `retryAfterS` where the API would send `Retry-After`.
 *
 * @param consumeRateLimit counts the page view once against the API's rate limit, before the first query; throws
 *   HttpError 429 when the limit is exceeded.
 */
export function createPageLocals(
  { search, log }: Pick<Deps, 'search' | 'log'>,
  consumeRateLimit: () => Promise<void>,
): CatalogueLocals {
  let counted: Promise<void> | undefined;
  const run = async <T>(query: () => Promise<T>): Promise<PageResult<T>> => {
    try {
      counted ??= consumeRateLimit();
      await counted;
      return { data: await query() };
    } catch (error) {
      const { status, retryAfterS } = toHttpError(error);
      if (status >= 500) log.error({ err: error }, 'catalogue query of a page failed');
      return { status, ...(retryAfterS && { retryAfterS }) };
    }
  };
  return {
    searchCourses: (query) => run(() => searchCourses(search, query)),
    findCourse: (slug) => run(() => findCourse(search, slug)),
    listCourses: () => run(() => rows<ListedCourse>(search, listedCourses)),
  };
}

// In a stable order.
const listedCourses = `SELECT slug, checked_on::text AS "checkedOn" FROM courses WHERE hidden_at IS NULL ORDER BY id LIMIT ${maxListed}`;
