import * as z from 'zod/mini';
import { endpoint, linkToken } from '../endpoint.ts';
import { idParams } from '../fields.ts';

/**
 * After how many days a learner is asked whether the price is still right, and how many later the request is not listed (decisions
 * section 10).
 */
export const priceDays = { askAfter: 30, unlistAfter: 14 } as const;

export const confirmPrice = endpoint('POST', '/course/request/:id/price', ['learner'], {
  summary: 'Confirm that the price of the caller’s request is still right',
  limit: 'changes',
  params: idParams,
});

export const confirmPriceByLink = endpoint('POST', '/course/price-link', 'public', {
  summary: 'Confirm the price of a request with the link of a mail',
  limit: 'links',
  body: z.object({ token: linkToken() }),
});
