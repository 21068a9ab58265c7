import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { onboard } from '#contracts/accounts/accounts.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { captureEmail } from '#contracts/newsletter/newsletter.ts';
import { initiatePayment } from '#contracts/payments/payments.ts';
import { listPublicRequests } from '#contracts/requests/listing.ts';
import { submitRequest } from '#contracts/requests/requests.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import {
  amountFor,
  fileRequest,
  join,
  picture,
  requestBody,
  type SignedIn,
  signUpBody,
  startPayment,
} from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { type GatedApi, startGatedApi } from './support/database-gate.ts';
import { setFault } from './support/provider-control.ts';

let product: TestProduct;
let gated: GatedApi;
let learner: SignedIn;
let sponsor: SignedIn;
let requestId: string;
beforeAll(async () => {
  product = await startTestProduct();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  requestId = await fileRequest(product.url, learner);
  gated = await startGatedApi(product);
});
afterAll(async () => {
  await gated?.close();
  await product?.close();
});

interface CallResult {
  status: number;
  body: unknown;
  headers: Headers;
}

async function webhook(): Promise<CallResult> {
  const raw = JSON.stringify({ event: 'charge.success', data: { id: 1, reference: 'pay-away' } });
  const signature = createHmac('sha512', product.config.payment.secretKey).update(raw).digest('hex');
  const answer = await fetch(`${gated.url}/api/course/webhook/paystack`, {
    method: 'POST',
    headers: { 'x-paystack-signature': signature },
    body: raw,
  });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

const calls: Record<string, () => Promise<CallResult>> = {
  'signing in': () =>
    callApi(gated.url, signIn, { body: { email: learner.email, password: learner.password } }),
  'signing up': async () =>
    callApi(gated.url, onboard, { body: signUpBody('learner'), file: await picture() }),
  'joining the newsletter': () => callApi(gated.url, captureEmail, { body: { email: 'a@people.example' } }),
  'the public list': () => callApi(gated.url, listPublicRequests),
  'the dashboard': () => callApi(gated.url, getDashboard, {}, learner.token),
  'filing a request': () => callApi(gated.url, submitRequest, { body: requestBody() }, learner.token),
  'starting a payment': () =>
    callApi(
      gated.url,
      initiatePayment,
      { body: { requestID: requestId, amount: amountFor(), currency: 'NGN' } },
      sponsor.token,
    ),
  'an announcement of the provider': webhook,
};

// A call that has not responded after 7.7 s gets another message (request-deadline.ts), so this one came before.
const away = { message: 'We cannot reach our records right now. Please try again in a moment.' };

// ASVS 16.5.2, 16.5.3
it.each(['refused', 'silent'] as const)(
  'responds with 503 within 8 s while connections to the database are %s, and recovers afterwards',
  async (state) => {
    gated.setGate(state);
    const results = await Promise.all(
      Object.entries(calls).map(async ([name, call]) => {
        const { status, body, headers } = await call();
        return { name, status, body, mayRetry: Number(headers.get('retry-after')) > 0 };
      }),
    );
    expect(results).toEqual(
      Object.keys(calls).map((name) => ({ name, status: 503, body: away, mayRetry: true })),
    );
    gated.setGate('open');
    for (const [name, call] of Object.entries(calls))
      expect([name, Math.floor((await call()).status / 100)]).toEqual([name, 2]);
  },
);

it('subtracts the wait for the database from the time limit of the provider when both are slow', async () => {
  await setFault(product, { on: 'initialize', email: sponsor.email, fault: { kind: 'no_answer' } });
  const other = await fileRequest(product.url, learner);
  const holder = product.db.createQueryRunner();
  await holder.startTransaction();
  await holder.query('SELECT 1 FROM requests WHERE id = $1 FOR UPDATE', [other]);
  // The gated API runs in this process.
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const started = startPayment(gated.url, sponsor, other);
  await waitForLockWaits(product, 1);
  await sleep(1_500);
  await holder.commitTransaction();
  await holder.release();
  const { status, body } = await started;
  expect([status, body.message]).toEqual([503, expect.stringMatching(/^Error initiating payment/)]);
  // Its waits end 6.5 s after the start of the call, so that it responds within 8 s: 1.5 s were spent, 1.5 s are reserved for storing.
  const providerLimits = limits.mock.calls.map(([ms]) => ms);
  limits.mockRestore();
  expect(providerLimits).toEqual([expect.any(Number)]);
  expect(providerLimits[0]).toBeLessThanOrEqual(3_500);
  const payments = await product.db.query('SELECT status FROM payments WHERE request_id = $1', [other]);
  expect(payments).toEqual([{ status: 'abandoned' }]);
});

it('says that it lives but is not ready', async () => {
  gated.setGate('refused');
  expect((await fetch(`${gated.url}/health/live`)).status).toBe(200);
  const ready = await fetch(`${gated.url}/health/ready`);
  expect([ready.status, ready.headers.get('retry-after'), await ready.json()]).toEqual([
    503,
    '2',
    { message: 'Not ready.', errors: { database: 'unavailable' } },
  ]);
  gated.setGate('open');
  expect((await fetch(`${gated.url}/health/ready`)).status).toBe(200);
});
