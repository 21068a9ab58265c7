import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdSchema, optionalText, PagingSchema } from '../fields.ts';
import { listRequests } from '../requests/listing.ts';

export const listOpenRequests = endpoint({
  method: 'GET',
  path: '/ops/cases/:id/requests',
  summary:
    'Open requests as every sponsor finds them, longest waiting first, to compare the request of an own case with',
  auth: 'desk',
  params: z.object({ id: IdSchema }),
  query: z.object({ search: optionalText(200), ...PagingSchema }),
  response: listRequests.response,
});
