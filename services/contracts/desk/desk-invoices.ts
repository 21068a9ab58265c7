import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';

export const getSchoolInvoice = endpoint({
  method: 'GET',
  path: '/ops/requests/:id/invoice',
  summary: 'The invoice of a school that operators pay for a request',
  auth: 'desk',
  params: z.object({ id: IdSchema }),
  response: 'binary',
});
