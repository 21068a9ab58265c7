import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';
import { restReceivers } from '../payments/money-rules.ts';

export const chooseRest = endpoint('POST', '/course/request/:id/rest', ['sponsor'], {
  summary: 'Choose who gets the rest if the course that the caller paid for costs less; until it is bought',
  limit: 'changes',
  params: idParams,
  body: z.object({ rest: z.enum(restReceivers, 'Please choose who gets the rest.') }),
});
