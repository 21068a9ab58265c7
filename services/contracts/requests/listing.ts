import * as z from 'zod/mini';
import { dataResponse, endpoint } from '../endpoint.ts';
import { IdSchema, idParams, optionalText, PagingSchema } from '../fields.ts';
import { toMinor } from '../money.ts';
import { CurrencySchema } from '../price-fields.ts';
import { ListedRequestSchema, RequestSchema } from './request-views.ts';

/**
 * A request as visitors see it without sign-in (decisions section 2): the initial alone instead of the name, and the start of
 * the reason; no link, no addresses, no ids of people.
 */
const VisitorRequestSchema = z.object({
  _id: IdSchema,
  course: z.pick(RequestSchema.shape.course, {
    courseTitle: true,
    platform: true,
    price: true,
    priceUnit: true,
  }),
  /** The start of it, see `limits.visitorReasonChars`. */
  motivation: z.string(),
  country: z.nullable(z.string()),
  /** Whole days since the request was filed. */
  daysWaiting: z.int(),
  learner: z.object({ userId: z.object({ fullName: z.string() }) }),
});
export type VisitorRequest = z.output<typeof VisitorRequestSchema>;

const paging = {
  currentPage: z.int(),
  totalPages: z.int(),
  totalRequests: z.int(),
  /** There are more than `totalRequests`, and more pages than `totalPages`. */
  isCapped: z.boolean(),
};

export const listPublicRequests = endpoint('GET', '/course/get', 'public', {
  summary:
    'Unpaid public requests whose learner shows them to visitors too, the longest waiting first, in a reduced form',
  limit: 'browse',
  query: z.object(PagingSchema),
  response: z.object({ message: z.string(), data: z.array(VisitorRequestSchema), ...paging }),
});

/** Orders of the listing; the first is the default. */
export const listingSorts = ['waiting', 'newest', 'closest'] as const;
export type ListingSort = (typeof listingSorts)[number];

/** An amount in major units, as a query parameter. */
const amount = z.optional(
  z.pipe(
    z.transform((value: unknown) => {
      if (value === '') return undefined;
      return typeof value === 'string' ? Number(value) : value;
    }),
    z.optional(
      z.number('Please enter an amount.').check(
        z.gte(0, 'Please enter an amount.'),
        z.refine((major) => toMinor(major) <= Number.MAX_SAFE_INTEGER, 'Please enter a smaller amount.'),
      ),
    ),
  ),
);

/** "on" omits names and photos (fair browsing). */
const fair = z.optional(z.enum(['on', 'off']));

/** Filters of the listing. Amounts are compared within one currency, so they require one. */
const ListingQuerySchema = z
  .object({
    search: optionalText(200),
    platform: optionalText(80),
    currency: z.optional(CurrencySchema),
    min: amount,
    max: amount,
    sort: z._default(z.enum(listingSorts), 'waiting'),
    near: amount,
    fair,
    ...PagingSchema,
  })
  .check(
    z.refine(({ currency, min, max, sort }) => currency || !(min || max || sort === 'closest'), {
      error: 'Please choose a currency for this amount.',
      path: ['currency'],
    }),
    z.refine(({ sort, near }) => sort !== 'closest' || near !== undefined, {
      error: 'Please enter what you want to give.',
      path: ['near'],
    }),
  );

export const listRequests = endpoint('GET', '/course/requests', ['sponsor'], {
  summary: 'Open requests that this sponsor may see',
  limit: 'browse',
  query: ListingQuerySchema,
  response: z.object({ message: z.string(), data: z.array(ListedRequestSchema), ...paging }),
});

export const getRequest = endpoint('GET', '/course/requests/:id', ['sponsor'], {
  summary: 'One request that this sponsor may see, open or taken on; the first look is kept',
  limit: 'browse',
  params: idParams,
  query: z.object({ fair }),
  response: dataResponse(ListedRequestSchema),
});
