import * as z from 'zod/mini';
import { dataResponse, endpoint, MessageSchema } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';
import { PaymentPageSchema } from '../payments/payments.ts';

const params = z.object({ id: IdSchema });

export const payDifference = endpoint({
  method: 'POST',
  path: '/course/price-choice/:id/pay',
  summary: 'Pay the difference for a course that became dearer; the page of the payment provider',
  auth: ['sponsor'],
  idempotency: 'repeatable',
  limit: 'initiate',
  params,
  response: dataResponse(PaymentPageSchema),
});

export const takeMoneyBack = endpoint({
  method: 'POST',
  path: '/course/price-choice/:id/refund',
  summary: 'Request the money back instead of paying the difference',
  auth: ['sponsor'],
  idempotency: 'once',
  limit: 'changes',
  params,
  response: MessageSchema,
});
