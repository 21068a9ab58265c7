import * as z from 'zod/mini';
import { dataResponse, endpoint, MessageSchema } from '../endpoint.ts';
import { IdSchema, optionalText } from '../fields.ts';
import { CurrencySchema } from '../money.ts';
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

export const initiatePayment = endpoint({
  method: 'POST',
  path: '/course/initiate/pay',
  summary:
    'Reserve a request and start a payment; `amount` (price and service fee, in minor units) is checked, never trusted',
  auth: ['sponsor'],
  idempotency: 'repeatable',
  limit: 'initiate',
  body: z.object({
    amount: z.number('Please give the amount in minor units.'),
    requestID: IdSchema,
    currency: CurrencySchema,
    description: optionalText(500),
    isAnonymous: z.optional(z.boolean()),
    /** The terms that the sponsor read; 409 when the learner has changed them since. */
    terms: z.optional(z.int()),
  }),
  response: dataResponse(PaymentPageSchema),
});

export const verifyPayment = endpoint({
  method: 'GET',
  path: '/course/verify/pay',
  summary: 'What became of a payment; `amount` in major units',
  auth: 'token',
  limit: 'verify',
  query: z.object({ reference: ReferenceSchema }),
  response: dataResponse(
    z.object({
      status: z.enum(paymentOutcomes),
      amount: z.number(),
      currency: z.string(),
      requestId: IdSchema,
      /** It pays the difference for a course that became dearer. */
      isDifference: z.boolean(),
      /** The request could no longer be funded: this payment is refunded. */
      isRefundDue: z.boolean(),
    }),
  ),
});

export const approvePayment = endpoint({
  method: 'GET',
  path: '/course/approve/payment',
  summary: 'Ask for the settlement of a payment; never decides itself',
  auth: ['sponsor'],
  limit: 'verify',
  hasEffect: true,
  statuses: [200, 202],
  query: z.object({ requestId: IdSchema, ref: ReferenceSchema }),
  response: dataResponse(z.object({ status: z.enum(paymentOutcomes) })),
});

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/course/webhook/paystack',
  summary: 'Notification of the payment provider; stored, then verified with the provider, never trusted',
  auth: 'signature',
  signedBody: { maxBytes: 1_048_576, signatureHeader: 'x-paystack-signature' },
  response: MessageSchema,
});
