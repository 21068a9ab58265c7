import type { CourseSearch } from './use-course-search.ts';

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
