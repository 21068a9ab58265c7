import type { CourseQuery } from '#contracts/catalogue/catalogue.ts';

/** Writes a search as the query string of the API and of `/explore`, empty for the whole catalogue. */
export function queryString(query: Partial<CourseQuery>): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return text.size > 0 ? `?${text}` : '';
}
