import type { CourseQuery } from '#contracts/catalogue/catalogue.ts';
import { paths, withQuery } from '../../../browser/paths.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';

/** Filters, sort order and page of a course search; `All` or an empty text means that a filter is not set. */
export type CourseFilters = Omit<CourseQuery, 'limit'>;

/** Maximum length of a text filter, in characters. */
export const longestText = 200;
const lastPage = 100_000;

/** Defaults: no filter, sorted by relevance, first page. */
export const noFilters: CourseFilters = {
  search: '',
  level: 'All',
  status: 'All',
  platform: '',
  tags: '',
  sort: 'relevance',
  page: 1,
};

/** Parses filters from a URL query or a form. Unknown values become the defaults. */
export function readFilters(query: Pick<URLSearchParams, 'get'>): CourseFilters {
  const page = Math.floor(Number(query.get('page')));
  return {
    search: readText(query.get('search')),
    level: copy.levels.find((level) => level === query.get('level')) ?? 'All',
    status: copy.statuses.find((status) => status === query.get('status')) ?? 'All',
    platform: readText(query.get('platform')),
    tags: readText(query.get('tags')),
    sort: copy.sorts.find(([sort]) => sort === query.get('sort'))?.[0] ?? 'relevance',
    page: page >= 1 ? Math.min(page, lastPage) : 1,
  };
}

/** Returns whether a URL query has values that {@link readFilters} ignored or truncated. */
export function hasUnknownFilters(query: URLSearchParams): boolean {
  const read = readFilters(query);
  return (
    (['level', 'status', 'sort', 'page'] as const).some((name) => {
      const given = query.get(name);
      return given && given !== String(read[name]);
    }) ||
    (['search', 'platform', 'tags'] as const).some((name) => (query.get(name) ?? '').trim() !== read[name])
  );
}

/** Returns whether any filter is set. */
export function isFiltered({ search, level, status, platform, tags }: CourseFilters): boolean {
  return Boolean(search || platform || tags) || level !== 'All' || status !== 'All';
}

function readText(given: string | null): string {
  return (given ?? '')
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, longestText)
    .replace(/\p{Cs}$/u, '')
    .trim();
}

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

/** Returns the active filters in form order, one per tag, each with the URL without it. */
export function activeFilters(filters: CourseFilters) {
  const { search, level, status, platform } = filters;
  const tags = listTags(filters.tags);
  const active = (text: string, change: Partial<CourseFilters>) => ({
    text,
    without: explorePath(filters, change),
  });
  return [
    ...(search ? [active(`“${search}”`, { search: '' })] : []),
    ...(level === 'All' ? [] : [active(level, { level: 'All' })]),
    ...(status === 'All' ? [] : [active(status, { status: 'All' })]),
    ...(platform ? [active(platform, { platform: '' })] : []),
    ...tags.map((tag, place) => active(tag, { tags: tags.filter((_, other) => other !== place).join(', ') })),
  ];
}

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
