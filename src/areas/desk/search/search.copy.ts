import { type SearchKind, searchChars } from '#contracts/desk/desk-search.ts';

/** Texts of the search in the head of the desk. */
export const searchCopy = {
  label: 'Search the desk',
  placeholder: 'Name, e-mail, receipt, reference, ₦ amount …',
  key: '/',
  results: 'Search results',
  groups: {
    person: 'People',
    payment: 'Payments',
    purchase: 'Purchases',
    course: 'Courses',
    case: 'Cases',
  } satisfies Record<SearchKind, string>,
  loading: 'Searching…',
  nothing: 'Nothing found.',
  nothingHint:
    'Names, e-mail, phone, receipt, reference, order or case number, course, or amount with currency.',
  short: `Type at least ${searchChars.min} characters.`,
  failed: 'The search failed.',
  retry: 'Search again',
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
} as const;
