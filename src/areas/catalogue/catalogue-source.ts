import {
  type CatalogueCourse,
  type CoursePage,
  CourseQuerySchema,
  filterCourses,
  getCourse,
} from '#contracts/catalogue/catalogue.ts';
import type { Endpoint } from '#contracts/endpoint.ts';
import type { CatalogueLocals, PageResult } from '#contracts/site/page-locals.ts';

/**
 * Returns the course queries of a page, which the server sets as Astro locals. The development server of the pages
 * has no such locals and calls the API instead.
 */
export function catalogueSource(locals: App.Locals, here: URL): CatalogueLocals {
  if (locals.searchCourses && locals.findCourse && locals.listCourses) return locals as CatalogueLocals;
  if (!import.meta.env.DEV) throw new Error('The server gave the page nothing to ask for courses');
  const ask = async (path: string): Promise<PageResult<unknown>> => {
    const answer = await fetch(new URL(`/api${path}`, here));
    return answer.ok ? { data: await answer.json() } : { status: answer.status };
  };
  return {
    searchCourses(query) {
      const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
      return ask(`${filterCourses.path}?${new URLSearchParams(texts)}`) as Promise<PageResult<CoursePage>>;
    },
    async findCourse(slug) {
      const answer = await ask(getCourse.path.replace(':slug', slug));
      if ('data' in answer) return answer.data as never;
      return answer.status === 404 ? { data: undefined } : answer;
    },
    listCourses: async () => ({ data: [] }),
  };
}

const shownRelated = 4;

/** Returns up to four courses that share the first two tags, filled up with courses that share the first. */
export async function findRelated(
  { slug, tags }: CatalogueCourse,
  source: Pick<CatalogueLocals, 'searchCourses'>,
): Promise<CatalogueCourse[]> {
  let others: CatalogueCourse[] = [];
  for (const count of [2, 1]) {
    if (tags.length < count || others.length >= shownRelated) continue;
    const shared = tags.slice(0, count).join(', ').slice(0, 200);
    const answer = await source.searchCourses(
      CourseQuerySchema.parse({ tags: shared, limit: shownRelated + 1 }),
    );
    const courses = 'data' in answer ? answer.data.courses : [];
    const known = new Set([slug, ...others.map((course) => course.slug)]);
    others = [...others, ...courses.filter((course) => !known.has(course.slug))];
  }
  return others.slice(0, shownRelated);
}

/** Sets the status and the caching headers that the API sends for the same outcome. */
export function applyApiStatus(
  response: { status?: number; headers: Headers },
  { status, retryAfterS }: { status: number; retryAfterS?: number },
  { maxAgeS, staleS }: NonNullable<Endpoint['cache']>,
): void {
  response.status = status;
  response.headers.set(
    'Cache-Control',
    status === 200 ? `public, max-age=${maxAgeS}, stale-while-revalidate=${staleS}` : 'no-store',
  );
  if (retryAfterS) response.headers.set('Retry-After', String(retryAfterS));
}
