import type { CourseQuery } from '#contracts/catalogue/catalogue.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';

/** Filters, sort order and page of a course search; `All` or an empty text means that a filter is not set. */
export type CourseFilters = Omit<CourseQuery, 'limit'>;

/** Name of a free-text filter. */
export type TextFilter = 'search' | 'platform' | 'tags';

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
  const isOdd = (name: 'level' | 'status' | 'sort') => {
    const given = query.get(name);
    return Boolean(given) && given !== read[name];
  };
  const isCut = (name: TextFilter) => (query.get(name) ?? '').trim() !== read[name];
  const page = query.get('page');
  return (
    (['level', 'status', 'sort'] as const).some(isOdd) ||
    (['search', 'platform', 'tags'] as const).some(isCut) ||
    (Boolean(page) && page !== String(read.page))
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
