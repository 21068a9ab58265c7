import { catalogueCopy as copy } from '../catalogue.copy.ts';
import { activeFilters, explorePath, listTags } from './explore-path.ts';
import type { CourseFilters } from './read-filters.ts';

/**
 * Returns the address under which search engines list a page of courses; undefined for searches, other orders and
 * combinations of filters, whose number has no limit.
 */
export function listedAddress(filters: CourseFilters): string | undefined {
  const isSingle = activeFilters(filters).length <= 1;
  if (filters.search || filters.sort !== 'relevance' || !isSingle) return undefined;
  const { page, tags } = filters;
  return explorePath(filters, { page, tags: listTags(tags).join(', ') });
}

/** Returns the title of a page of courses: with its filters, and from the second page on with its number. */
export function listTitle(filters: CourseFilters): string {
  const texts = activeFilters(filters).map(({ text }) => text);
  const name = texts.length > 0 ? `${copy.title}: ${texts.join(', ')}` : copy.title;
  return filters.page > 1 ? `${name}, ${copy.page(filters.page)}` : name;
}
