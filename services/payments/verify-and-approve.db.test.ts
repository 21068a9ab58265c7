import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvePayment, verifyPayment } from '#contracts/payments/payments.ts';
import { rawCall } from '#tests/security/support/raw-call.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

interface Begun {
  requestId: string;
  reference: string;
  accessCode: string;
}

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let rival: SignedIn;
let paid: Begun;
let open: Begun;
beforeAll(async () => {
  product = await startTestProduct();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  rival = await join(product.url, 'sponsor');
  await product.startWorkers();
  paid = await begin();
  open = await begin();
  await press(product.sandbox.httpUrl, paid.accessCode, 'pay');
  await verify(paid.reference);
});
afterAll(() => product?.close());

async function begin(): Promise<Begun> {
  const requestId = await fileRequest(product.url, learner);
  const { reference, access_code: accessCode } = (await startPayment(product.url, sponsor, requestId)).body
    .data.data;
  return { requestId, reference, accessCode };
}

function verify(reference: string, who = sponsor) {
  return callApi(product.url, verifyPayment, { query: { reference } }, who.token);
}

function approve({ requestId, reference }: Begun, who = sponsor) {
  return callApi(product.url, approvePayment, { query: { requestId, ref: reference } }, who.token);
}

async function set(reference: string, status: string): Promise<void> {
  await product.db.query('UPDATE payments SET status = $2 WHERE reference = $1', [reference, status]);
}

const unknown = { message: 'We know of no such payment.' };

describe('the verification of a payment', () => {
  it('returns amount in major units, currency and success to its payer', async () => {
    const { status, body, headers } = await verify(paid.reference, sponsor);
    expect([status, body]).toEqual([
      200,
      {
        message: 'The payment is approved. Thank you!',
        data: {
          status: 'success',
          amount: 20_018,
          currency: 'NGN',
          requestId: paid.requestId,
          isDifference: false,
          isRefundDue: false,
        },
      },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is pending until it is paid', async () => {
    const { status, body } = await verify(open.reference);
    expect([status, body.data.status]).toEqual([200, 'pending']);
  });

  it.each(['declined', 'cancelled'])(
    'queries the provider on each call, as for one that was %s first',
    async (first) => {
      const { reference, accessCode } = await begin();
      await press(product.sandbox.httpUrl, accessCode, first === 'declined' ? 'decline' : 'cancel');
      expect((await verify(reference)).body.data.status).toBe(first === 'declined' ? 'failed' : 'pending');
      await press(product.sandbox.httpUrl, accessCode, 'pay');
      expect((await verify(reference)).body.data.status).toBe('success');
    },
  );

  // ASVS 8.2.2
  it('responds with 404 to other users', async () => {
    for (const who of [rival, learner]) {
      const { status, body } = await verify(paid.reference, who);
      expect([status, body]).toEqual([404, unknown]);
    }
  });

  it('responds with 404 for an unknown reference', async () => {
    for (const reference of [
      'pay-0',
      paid.reference.toUpperCase(),
      `${paid.reference}x`,
      crypto.randomUUID(),
    ])
      expect([reference, (await verify(reference)).status]).toEqual([reference, 404]);
  });

  it.each(['', ' ', 'a b', '../../transaction', 'x'.repeat(101), "' OR '1'='1", '\u0000', 'pay-1\n'])(
    'refuses what is no reference, as %j',
    async (reference) => {
      const { status, body } = await verify(reference);
      expect([status, body.message]).toEqual([422, 'This is not a payment reference.']);
    },
  );

  it('requires the reference', async () => {
    const { status, body } = await callApi(product.url, verifyPayment, {}, sponsor.token);
    expect([status, body.message]).toEqual([422, 'Please give the payment reference.']);
  });

  it.each([
    ['refund_due', 'needs_review'],
    ['needs_review', 'needs_review'],
    ['reversed', 'reversed'],
  ])('returns for a payment that is %s: %s', async (status, expected) => {
    const { reference } = await begin();
    await set(reference, status);
    expect((await verify(reference)).body.data.status).toBe(expected);
  });
});

describe('the approval of a payment', () => {
  it('returns an approved payment, and enqueues the settlement of another', async () => {
    expect(await approve(paid)).toMatchObject({ status: 200, body: { data: { status: 'success' } } });
    const { requestId, reference } = await begin();
    expect(await approve({ requestId, reference, accessCode: '' })).toMatchObject({
      status: 202,
      body: { message: 'We are checking the payment.', data: { status: 'pending' } },
    });
    const jobs = await product.db.query(
      `SELECT 1 FROM outbox WHERE job = 'sponsorships.approve' AND payload->>'reference' = $1`,
      [reference],
    );
    expect(jobs).toHaveLength(1);
  });

  it('does not approve a payment that was not made at the provider', async () => {
    await approve(open);
    await verify(open.reference);
    const [row] = await product.db.query('SELECT status FROM requests WHERE id = $1', [open.requestId]);
    expect(row.status).toBe('reserved');
  });

  it('rejects a reference of another request with 409', async () => {
    const { status, body } = await approve({ ...paid, requestId: open.requestId });
    expect([status, body.message]).toEqual([409, 'This payment belongs to another request.']);
    expect((await approve({ ...paid, requestId: crypto.randomUUID() })).status).toBe(409);
  });

  it.each(['refund_due', 'needs_review', 'reversed'])('rejects one that is %s with 409', async (status) => {
    const begun = await begin();
    await set(begun.reference, status);
    expect((await approve(begun)).status).toBe(409);
  });

  it('responds with 404 to everyone but the payer', async () => {
    expect([(await approve(paid, rival)).status, (await approve(paid, rival)).body]).toEqual([404, unknown]);
    expect((await approve(paid, learner)).status).toBe(403);
  });

  // ASVS 3.5.3
  it.each([
    ['HEAD', 'HEAD', {}],
    ['a visit in the browser', 'GET', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['a prefetch', 'GET', { purpose: 'prefetch' }],
    ['a prefetch, as newer browsers say it', 'GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['a prefetch, as older browsers say it', 'GET', { 'x-moz': 'Prefetch' }],
  ])('rejects %s with 405', async (_, method, headers) => {
    const begun = await begin();
    const path = `/api/course/approve/payment?requestId=${begun.requestId}&ref=${begun.reference}`;
    const authorization = `Bearer ${sponsor.token}`;
    const response = await rawCall(product.url, path, { method, headers: { ...headers, authorization } });
    expect(response.status).toBe(405);
    const jobs = await product.db.query(
      `SELECT 1 FROM outbox WHERE job = 'sponsorships.approve' AND payload->>'reference' = $1`,
      [begun.reference],
    );
    expect(jobs).toEqual([]);
  });

  // ASVS 14.3.2
  it('sends Cache-Control: no-store', async () => {
    expect((await approve(paid)).headers.get('cache-control')).toBe('no-store');
  });
});
