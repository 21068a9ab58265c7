import { catalogueCopy as copy } from './catalogue.copy.ts';

/** What somebody looks for; `All` and an empty text leave a filter open. */
export interface CourseFilters {
  search: string;
  level: (typeof copy.levels)[number];
  status: (typeof copy.statuses)[number];
  platform: string;
  tags: string;
}

const longest = 200;

/** Reads the filters from an address, as the plain form writes them. What it does not know counts as open. */
export function readFilters(query: URLSearchParams): CourseFilters {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, longest);
  return {
    search: text('search'),
    level: copy.levels.find((level) => level === query.get('level')) ?? 'All',
    status: copy.statuses.find((status) => status === query.get('status')) ?? 'All',
    platform: text('platform'),
    tags: text('tags'),
  };
}

/** Whether anything is looked for at all. */
export function isFiltered({ search, level, status, platform, tags }: CourseFilters): boolean {
  return Boolean(search || platform || tags) || level !== 'All' || status !== 'All';
}
