import { createHmac } from 'node:crypto';
import { amountFor } from '#tests/support/people/people.ts';
import { allCallers, signedIn, sponsors } from './expected-statuses.ts';
import type { Sending, Situation } from './matrix.ts';

function webhook(reference: string, key: string): Sending {
  const raw = JSON.stringify({ event: 'charge.success', data: { id: 1, reference } });
  const signature = createHmac('sha512', key).update(raw).digest('hex');
  return { path: '/course/webhook/paystack', raw, headers: { 'x-paystack-signature': signature } };
}

function payment(requestID: string): object {
  return { requestID, amount: amountFor(), currency: 'NGN' };
}

/** Who may pay, and see what became of a payment. */
export const paymentsMatrix: Record<string, Situation[]> = {
  'GET /course/verify/pay': [
    {
      about: 'the reference of SP',
      send: ({ paid }) => ({ path: `/course/verify/pay?reference=${paid.reference}` }),
      expected: { A: 401, LO: 404, L2: 404, S: 404, SP: 200 },
    },
    {
      about: 'an unknown reference',
      send: () => ({ path: '/course/verify/pay?reference=pay-unknown' }),
      expected: signedIn(404),
    },
  ],
  'POST /course/webhook/paystack': [
    {
      about: 'the signature of the provider',
      send: ({ product, paid }) => webhook(paid.reference, product.config.payment.secretKey),
      expected: allCallers(200),
    },
    {
      about: 'the signature of another key',
      send: ({ paid }) => webhook(paid.reference, 'sk_test_another_key'),
      expected: allCallers(401),
    },
    {
      about: 'no signature',
      send: ({ paid }) => ({ ...webhook(paid.reference, ''), headers: {} }),
      expected: allCallers(401),
    },
  ],
  'GET /course/approve/payment': [
    {
      about: 'the paid reference of SP',
      send: ({ paid }) => ({
        path: `/course/approve/payment?requestId=${paid.requestId}&ref=${paid.reference}`,
      }),
      expected: { ...sponsors(404), SP: 200 },
    },
    {
      about: 'a pending reference of SP',
      send: async ({ newPending }) => {
        const { requestId, reference } = await newPending();
        return { path: `/course/approve/payment?requestId=${requestId}&ref=${reference}` };
      },
      expected: { ...sponsors(404), SP: 202 },
    },
    {
      about: 'a reference of SP for another request',
      send: ({ paid, secret }) => ({
        path: `/course/approve/payment?requestId=${secret}&ref=${paid.reference}`,
      }),
      expected: { ...sponsors(404), SP: 409 },
    },
  ],
  'GET /sponsorship/receipts/:reference': [
    {
      about: 'a paid request',
      send: ({ paid }) => ({ path: `/sponsorship/receipts/${paid.reference}` }),
      expected: { A: 401, LO: 403, L2: 403, S: 404, SP: 200 },
    },
    {
      about: 'a payment that is not there',
      send: () => ({ path: '/sponsorship/receipts/cl-none' }),
      expected: { A: 401, LO: 403, L2: 403, S: 404, SP: 404 },
    },
  ],
  'POST /course/initiate/pay': [
    {
      about: 'an open request',
      send: async ({ newRequest }) => ({ path: '/course/initiate/pay', json: payment(await newRequest()) }),
      expected: sponsors(200),
    },
    {
      about: 'a private request',
      send: ({ secret }) => ({ path: '/course/initiate/pay', json: payment(secret) }),
      expected: sponsors(404),
    },
    {
      about: 'a request that SP is paying',
      send: async ({ newPending }) => ({
        path: '/course/initiate/pay',
        json: payment((await newPending()).requestId),
      }),
      expected: { ...sponsors(409), SP: 200 },
    },
    {
      about: 'a paid request',
      send: ({ paid }) => ({ path: '/course/initiate/pay', json: payment(paid.requestId) }),
      expected: sponsors(409),
    },
  ],
};
