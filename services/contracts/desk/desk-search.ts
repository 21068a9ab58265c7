import * as z from 'zod/mini';
import { endpoint, objectResponse } from '../endpoint.ts';
import { requiredText } from '../fields.ts';

/** Kinds of search results, in the order in which they are shown. */
export const searchKinds = ['person', 'payment', 'purchase', 'course', 'case'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Fewest and most characters of a search, after trimming. */
export const searchChars = { min: 2, max: 100 } as const;
/** Most results of one kind. */
export const searchRowsPerKind = 5;

const SearchResultSchema = z.object({
  kind: z.enum(searchKinds),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** Path of the page of the desk that shows it. */
  href: z.string(),
});
export type SearchResult = z.output<typeof SearchResultSchema>;

const ResultsSchema = z.array(SearchResultSchema).check(z.maxLength(searchRowsPerKind));

const tooShort = `Please type at least ${searchChars.min} characters.`;

export const searchDesk = endpoint('GET', '/ops/search', 'desk', {
  summary:
    'People, payments, purchases, courses and cases by name, e-mail, phone, receipt number, reference, order number, amount with currency, title or case number; the audit log records which people were shown',
  // The entry of the audit log.
  hasEffect: true,
  query: z.object({
    q: requiredText(tooShort, searchChars.max).check(z.minLength(searchChars.min, tooShort)),
  }),
  response: objectResponse({
    /** By kind, exact identifiers first; empty where nothing was found. */
    groups: z.object({
      person: ResultsSchema,
      payment: ResultsSchema,
      purchase: ResultsSchema,
      course: ResultsSchema,
      case: ResultsSchema,
    }),
  }),
});
export type SearchGroups = z.output<typeof searchDesk.response>['data']['groups'];
