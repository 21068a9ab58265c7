import * as z from 'zod/mini';
import { PictureSchema } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { IdSchema, PagingSchema } from './fields.ts';
import { RequestSchema } from './requests.ts';

/** A request as anybody may see it: first name and initial, no addresses, no ids of people. */
const MaskedRequestSchema = z.extend(RequestSchema, {
  learner: z.object({ userId: z.object({ fullName: z.string() }) }),
});

/** A request as a sponsor sees it; the learner's e-mail only after choosing a meeting. */
export const ListedRequestSchema = z.extend(RequestSchema, {
  socials: z.string(),
  learner: z.object({
    userId: z.object({
      _id: IdSchema,
      fullName: z.string(),
      email: z.optional(z.string()),
      profilePicture: z.nullable(PictureSchema),
    }),
  }),
  isInvitation: z.boolean(),
  reservedUntil: z.nullable(z.iso.datetime()),
});
/** See {@link ListedRequestSchema}. */
export type ListedRequest = z.output<typeof ListedRequestSchema>;

const paging = { currentPage: z.int(), totalPages: z.int(), totalRequests: z.int() };

const search = z.optional(z.string().check(z.trim(), z.maxLength(200)));

export const listPublicRequests = endpoint({
  method: 'GET',
  path: '/course/get',
  summary: 'Unpaid public requests, masked',
  auth: 'public',
  limit: 'browse',
  query: z.object(PagingSchema),
  response: z.object({ message: z.string(), data: z.array(MaskedRequestSchema), ...paging }),
});

export const listRequests = endpoint({
  method: 'GET',
  path: '/course/requests',
  summary: 'Open requests that this sponsor may see',
  auth: ['sponsor', 'operator'],
  limit: 'browse',
  query: z.object({ search, ...PagingSchema }),
  response: z.object({ message: z.string(), data: z.array(ListedRequestSchema), ...paging }),
});
