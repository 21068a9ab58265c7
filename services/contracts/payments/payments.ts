import * as z from 'zod/mini';
import { dataResponse, endpoint, objectResponse } from '../endpoint.ts';
import { IdSchema, optionalText } from '../fields.ts';
import { CurrencySchema } from '../price-fields.ts';
import { restReceivers } from './money-rules.ts';
import { paymentOutcomes } from './payment-status.ts';

/** Format of our transaction references. */
export const ReferenceSchema = z
  .string('Please give the payment reference.')
  .check(z.regex(/^[\w.=-]{1,100}$/, 'This is not a payment reference.'));

/** The provider's own envelope with the address of its payment page. */
export const PaymentPageSchema = z.object({
  status: z.boolean(),
  message: z.string(),
  data: z.object({ authorization_url: z.string(), access_code: z.string(), reference: z.string() }),
});

export const initiatePayment = endpoint('POST', '/course/initiate/pay', ['sponsor'], {
  summary:
    'Reserve a request and start a payment; `amount` (price and service fee, in minor units) is checked, never trusted',
  idempotency: 'repeatable',
  limit: 'initiate',
  body: z.object({
    amount: z.number('Please give the amount in minor units.'),
    requestID: IdSchema,
    currency: CurrencySchema,
    description: optionalText(500),
    isAnonymous: z.optional(z.boolean()),
    /** Who gets the rest if the course costs less; without it the last choice stays, and the fund is the first. */
    rest: z.optional(z.enum(restReceivers, 'Please choose who gets the rest.')),
    /** The terms that the sponsor read; 409 when the learner has changed them since. */
    terms: z.optional(z.int()),
  }),
  response: dataResponse(PaymentPageSchema),
});

export const verifyPayment = endpoint('GET', '/course/verify/pay', 'token', {
  summary: 'What became of a payment; `amount` in major units',
  limit: 'verify',
  query: z.object({ reference: ReferenceSchema }),
  response: objectResponse({
    status: z.enum(paymentOutcomes),
    amount: z.number(),
    currency: z.string(),
    requestId: IdSchema,
    /** It pays the difference for a course that became dearer. */
    isDifference: z.boolean(),
    /** The request could no longer be funded: this payment is refunded. */
    isRefundDue: z.boolean(),
  }),
});

export const approvePayment = endpoint('GET', '/course/approve/payment', ['sponsor'], {
  summary: 'Ask for the settlement of a payment; never decides itself',
  limit: 'verify',
  hasEffect: true,
  statuses: [200, 202],
  query: z.object({ requestId: IdSchema, ref: ReferenceSchema }),
  response: objectResponse({ status: z.enum(paymentOutcomes) }),
});

export const receiveWebhook = endpoint('POST', '/course/webhook/paystack', 'signature', {
  summary: 'Notification of the payment provider; stored, then verified with the provider, never trusted',
  signedBody: { maxBytes: 1_048_576, signatureHeader: 'x-paystack-signature' },
});
