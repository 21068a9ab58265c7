import * as z from 'zod/mini';
import { endpoint, MessageSchema } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';

const incomplete = 'This link is incomplete. Please open it from the mail again.';

export const confirmPrice = endpoint({
  method: 'POST',
  path: '/course/request/:id/price',
  summary: 'Confirm that the price of the caller’s request is still right',
  auth: ['learner'],
  limit: 'changes',
  params: z.object({ id: IdSchema }),
  response: MessageSchema,
});

export const confirmPriceByLink = endpoint({
  method: 'POST',
  path: '/course/price-link',
  summary: 'Confirm the price of a request with the link of a mail',
  auth: 'public',
  limit: 'links',
  body: z.object({
    token: z
      .string(incomplete)
      .check(z.minLength(1, { error: incomplete, abort: true }), z.maxLength(1_000, incomplete)),
  }),
  response: MessageSchema,
});
