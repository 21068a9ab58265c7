import type { SearchResult } from '#contracts/desk/desk-search.ts';

/** A search result, and the ids of the learners and sponsors whom it names. */
export interface NamedResult {
  row: SearchResult;
  people: string[];
}

const pageWithId = (path: string) => (id: string) => `${path}?id=${id}`;

/** Paths of the pages of the desk that show one row. */
export const deskPages = {
  person: pageWithId('/ops/people'),
  payment: pageWithId('/ops/money'),
  course: pageWithId('/ops/catalogue'),
  case: pageWithId('/ops/case'),
};
