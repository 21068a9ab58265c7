import type { CourseQuery } from '#contracts/catalogue.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';

/** What somebody looks for, and where in the list they are; `All` and an empty text leave a filter open. */
export type CourseFilters = Omit<CourseQuery, 'limit'>;

/** A filter that is a text. */
export type TextFilter = 'search' | 'platform' | 'tags';

/** Longest text of a filter, in characters. */
export const longestText = 200;
const lastPage = 100_000;

/** Nothing is looked for. */
export const noFilters: CourseFilters = {
  search: '',
  level: 'All',
  status: 'All',
  platform: '',
  tags: '',
  sort: 'relevance',
  page: 1,
};

/** Reads the filters from an address, or from a form. What it does not know counts as open. */
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

/** Whether an address says something that {@link readFilters} had to leave out or to cut. */
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

/** Whether anything is looked for at all. */
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
