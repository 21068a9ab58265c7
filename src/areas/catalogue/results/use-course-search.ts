import { useEffect, useRef, useState } from 'react';
import { type CoursePage, filterCourses } from '#contracts/catalogue.ts';
import { call } from '../../../browser/api.ts';
import { explorePath } from '../filters/explore-path.ts';
import { type CourseFilters, readFilters } from '../filters/read-filters.ts';
import { loadFailure } from './load-failure.ts';

/** What a list of courses shows: where it is, and its courses, why there are none, or that they are on their way. */
export interface CourseSearch {
  filters: CourseFilters;
  page?: CoursePage | undefined;
  failure?: string | undefined;
  isLoading?: boolean;
}

/**
 * A list of courses that begins with what the server found and follows the address from there: `go` leads to
 * another one, `retry` tries again, back and forth show what was seen before without asking again.
 */
export function useCourseSearch(first: CourseSearch) {
  const [shown, setShown] = useState(first);
  const seen = useRef(new Map<string, CoursePage>());
  const running = useRef<AbortController>(null);

  const load = async (filters: CourseFilters, known?: CoursePage) => {
    running.current?.abort();
    const own = new AbortController();
    const { signal } = own;
    running.current = own;
    if (known) return setShown({ filters, page: known });
    // What was shown before stays known, so that the numbers beside the filters do not flicker.
    setShown(({ page }) => ({ filters, page, isLoading: true }));
    try {
      const answer = await call(filterCourses, { query: filters }, { signal });
      const page = filterCourses.response.parse(answer);
      seen.current.set(explorePath(filters, { page: filters.page }), page);
      setShown({ filters, page });
    } catch (error) {
      if (signal.aborted) return;
      const start = { ...filters, page: 1 };
      history.replaceState(null, '', explorePath(start));
      setShown({ filters: start, failure: loadFailure(error) });
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: listens once; what it uses never changes
  useEffect(() => {
    if (first.page) seen.current.set(`${location.pathname}${location.search}`, first.page);
    const follow = () => {
      const filters = readFilters(new URLSearchParams(location.search));
      void load(filters, seen.current.get(`${location.pathname}${location.search}`));
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  return {
    ...shown,
    go(path: string) {
      if (path !== `${location.pathname}${location.search}`) history.pushState(null, '', path);
      void load(readFilters(new URL(path, location.origin).searchParams));
    },
    retry: () => void load(shown.filters),
  };
}
