import { startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { type CoursePage, filterCourses } from '#contracts/catalogue/catalogue.ts';
import { ApiError, CallTimeoutError, NetworkError } from '../../../browser/api.ts';
import { invalidateApiQuery, useApiQuery } from '../../../browser/use-api-query.ts';
import { catalogueCopy } from '../catalogue.copy.ts';
import { type CourseFilters, explorePath, readFilters } from '../filters/course-filters.ts';

const loadSchema = async () => (await import('#contracts/catalogue/catalogue.ts')).CoursePageSchema;

/** State of a course list: its filters, and its page of courses, its error or that it is loading. */
export interface CourseSearch {
  filters: CourseFilters;
  page?: CoursePage | undefined;
  failure?: string | undefined;
  isLoading?: boolean;
}

/**
 * Course list that starts with the server's result and follows the URL: `go` navigates to another list, back and
 * forward show cached pages without a request.
 */
export function useCourseSearch(first: CourseSearch) {
  const [asked, setAsked] = useState(first.filters);
  const isFirst = asked === first.filters;
  const search = useApiQuery(
    filterCourses,
    { query: asked },
    {
      ...(isFirst && first.page && { initialData: first.page }),
      enabled: !(isFirst && first.failure),
      loadSchema,
      // Keep the previous page while loading, so that the facet counts do not flicker.
      placeholderData: (before) => before,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    },
  );
  const isLoading = search.isFetching;
  const failure = isLoading || !search.error ? undefined : loadFailure(search.error);
  const filters = useMemo(() => (failure ? { ...asked, page: 1 } : asked), [asked, failure]);

  // With the message, which names the page that is tried again.
  useLayoutEffect(() => {
    if (failure) history.replaceState(null, '', explorePath({ ...asked, page: 1 }));
  }, [failure, asked]);

  useEffect(() => {
    const follow = () => setAsked(readFilters(new URLSearchParams(location.search)));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  return {
    filters,
    page: search.data,
    failure: isFirst ? (failure ?? first.failure) : failure,
    isLoading,
    go(path: string) {
      if (path !== `${location.pathname}${location.search}`) history.pushState(null, '', path);
      const query = readFilters(new URL(path, location.origin).searchParams);
      // Only back and forward show a cached page.
      // oxlint-disable-next-line typescript/no-floating-promises -- React Query keeps the errors
      void invalidateApiQuery(filterCourses, { query });
      // The list is long: the browser answers to the press before it is drawn again.
      startTransition(() => setAsked(query));
    },
  };
}

/**
 * Returns the message for a course list that failed to load (specification section 8).
 * @internal Tested on its own.
 */
export function loadFailure(error: unknown): string {
  const copy = catalogueCopy.failed;
  if (error instanceof ApiError) return copy.status(error.status);
  if (error instanceof NetworkError || error instanceof CallTimeoutError) return copy.noAnswer;
  return copy.unexpected;
}

// Astro writes properties of islands with a type for each value and escapes each quotation mark as six characters.
const swapQuotes = (text: string) => text.replace(/["`]/g, (mark) => (mark === '"' ? '`' : '"'));

/** Serializes the first search of the page to a text for an attribute: JSON with " and ` exchanged, so that few are escaped. */
export function compactSearch(search: CourseSearch): string {
  return swapQuotes(JSON.stringify(search));
}

/** Parses what {@link compactSearch} wrote. */
export function parseCompactSearch(text: string): CourseSearch {
  return JSON.parse(swapQuotes(text)) as CourseSearch;
}
