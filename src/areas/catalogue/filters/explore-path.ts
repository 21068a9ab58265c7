import { paths, withQuery } from '../../../browser/paths.ts';
import { type CourseFilters, noFilters } from './read-filters.ts';

const written = ['search', 'level', 'status', 'platform', 'tags', 'sort', 'page'] as const;

/** Returns the URL of a course list. Default values are omitted; a changed filter resets the page to 1. */
export function explorePath(filters: CourseFilters, change: Partial<CourseFilters> = {}): string {
  const wanted = { ...filters, page: 1, ...change };
  const changed = written.filter((name) => wanted[name] !== noFilters[name]);
  return withQuery(paths.explore, Object.fromEntries(changed.map((name) => [name, String(wanted[name])])));
}

/** Splits comma-separated tags, trimmed and without empty ones. */
export function listTags(tags: string): string[] {
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
}

/** An active filter, and the URL without it. */
export interface ActiveFilter {
  text: string;
  without: string;
}

/** Returns the active filters in form order, one per tag. */
export function activeFilters(filters: CourseFilters): ActiveFilter[] {
  const { search, level, status, platform, tags } = filters;
  const listed = listTags(tags);
  return [
    ...(search ? [{ text: `“${search}”`, without: explorePath(filters, { search: '' }) }] : []),
    ...(level === 'All' ? [] : [{ text: level, without: explorePath(filters, { level: 'All' }) }]),
    ...(status === 'All' ? [] : [{ text: status, without: explorePath(filters, { status: 'All' }) }]),
    ...(platform ? [{ text: platform, without: explorePath(filters, { platform: '' }) }] : []),
    ...listed.map((tag, place) => ({
      text: tag,
      without: explorePath(filters, { tags: listed.filter((_, other) => other !== place).join(', ') }),
    })),
  ];
}
