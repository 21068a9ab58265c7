import { useEffect, useRef, useState } from 'react';
import { type CoursePage, filterCourses } from '#contracts/catalogue.ts';
import { call } from '../../../browser/api.ts';
import { explorePath } from '../filters/explore-path.ts';
import { type CourseFilters, readFilters } from '../filters/read-filters.ts';
import { loadFailure } from './load-failure.ts';

/** State of a course list: its filters, and its page of courses, its error or that it is loading. */
export interface CourseSearch {
  filters: CourseFilters;
  page?: CoursePage | undefined;
  failure?: string | undefined;
  isLoading?: boolean;
}

/**
 * Course list that starts with the server's result and follows the URL: `go` navigates to another list, `retry`
 * repeats the request, back and forward show cached pages without a request.
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
    // Keep the previous page while loading, so that the facet counts do not flicker.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: subscribes once; its dependencies never change
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
