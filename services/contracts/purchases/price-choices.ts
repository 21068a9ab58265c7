import { dataResponse, endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';
import { PaymentPageSchema } from '../payments/payments.ts';

export const payDifference = endpoint('POST', '/course/price-choice/:id/pay', ['sponsor'], {
  summary: 'Pay the difference for a course that became dearer; the page of the payment provider',
  idempotency: 'repeatable',
  limit: 'initiate',
  params: idParams,
  response: dataResponse(PaymentPageSchema),
});

export const takeMoneyBack = endpoint('POST', '/course/price-choice/:id/refund', ['sponsor'], {
  summary: 'Request the money back instead of paying the difference',
  idempotency: 'once',
  limit: 'changes',
  params: idParams,
});
