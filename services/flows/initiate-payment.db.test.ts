import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { arrangeMeeting, cancelMeeting } from '#contracts/funding/sponsorships.ts';
import { initiatePayment } from '#contracts/payments/payments.ts';
import { getRequest } from '#contracts/requests/listing.ts';
import { editRequest } from '#contracts/requests/requests.ts';
import type { Config } from '#services/platform/config.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { setFault, transactionsOf } from '#tests/security/support/provider-control.ts';
import {
  amountFor,
  fileRequest,
  join,
  press,
  requestBody,
  type SignedIn,
  startPayment,
} from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { reservePayment } from './initiate-payment.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let rival: SignedIn;
let requestId: string;
beforeAll(async () => {
  product = await startTestProduct();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  rival = await join(product.url, 'sponsor');
});
beforeEach(async () => {
  requestId = await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

const right = 2_001_800;

function pay(input: object = {}, who = sponsor) {
  return startPayment(product.url, who, requestId, input);
}

async function request(): Promise<{ status: string; reserved_until: Date | null }> {
  const [row] = await product.db.query('SELECT status, reserved_until FROM requests WHERE id = $1', [
    requestId,
  ]);
  return row;
}

async function isAnonymous(): Promise<boolean> {
  const [row] = await product.db.query('SELECT is_anonymous FROM sponsorships WHERE request_id = $1', [
    requestId,
  ]);
  return row.is_anonymous;
}

describe('the amount of a payment', () => {
  it.each([right - 1, right - 0.49, right, right + 0.49, right + 1])('is accepted as %d', async (amount) => {
    expect((await pay({ amount })).status).toBe(200);
    expect(await transactionsOf(product, requestId)).toMatchObject([
      { amountMinor: right, currency: 'NGN', email: sponsor.email },
    ]);
  });

  // ASVS 2.2.2, 2.2.3
  it.each([right - 2, right + 2, right / 100, right * 100, 0, -right, 1, 2_000_000, 1e308])(
    'is rejected as %d, with the right amount in the message',
    async (amount) => {
      const { status, body } = await pay({ amount });
      expect([status, body]).toEqual([
        422,
        {
          message: `The amount for this course is ₦20,018 (${right} in minor units).`,
          errors: { amount: `The right amount is ${right}.` },
        },
      ]);
      expect(await transactionsOf(product, requestId)).toEqual([]);
      expect((await request()).status).toBe('pending');
    },
  );

  // ASVS 2.2.3
  it.each(['USD', 'GBP'])('is rejected in %s for a course priced in naira', async (currency) => {
    const { status, body } = await pay({ currency });
    expect([status, body]).toEqual([
      422,
      {
        message: 'This course is paid in NGN: the amount is ₦20,018.',
        errors: { currency: 'Please pay in NGN.' },
      },
    ]);
    expect(await transactionsOf(product, requestId)).toEqual([]);
  });

  it.each([
    ['EUR', { currency: 'EUR' }, 'currency'],
    ['text', { amount: `${right}` }, 'amount'],
    ['nothing', { amount: null }, 'amount'],
  ])('is rejected when it is %s', async (_, input, field) => {
    const body = { amount: right, currency: 'NGN', requestID: requestId, ...input } as never;
    const response = await callApi(product.url, initiatePayment, { body }, sponsor.token);
    expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('is stored with the fee as a separate amount', async () => {
    const { body } = await pay();
    const [row] = await product.db.query(
      'SELECT price_minor::int, fee_minor::int, amount_minor::int, currency, status FROM payments WHERE reference = $1',
      [body.data.data.reference],
    );
    expect(row).toEqual({
      price_minor: 2_000_000,
      fee_minor: 1_800,
      amount_minor: right,
      currency: 'NGN',
      status: 'pending',
    });
  });
});

describe('terms that the learner has changed', () => {
  const inputOf = (terms?: number) => ({
    body: { amount: right, currency: 'NGN' as const, requestID: requestId, terms },
  });
  const start = (terms?: number) => callApi(product.url, initiatePayment, inputOf(terms), sponsor.token);
  const read = async () =>
    (await callApi(product.url, getRequest, { params: { id: requestId }, query: {} }, sponsor.token)).body
      .data;

  it('reject a payment of a sponsor who read the old ones', async () => {
    const before = await read();
    const body = requestBody({ course: { ...requestBody().course, courseTitle: 'Deep Learning' } });
    expect(
      (await callApi(product.url, editRequest, { params: { id: requestId }, body }, learner.token)).status,
    ).toBe(200);
    const refused = await start(before.terms);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('has changed the course'),
    ]);
    expect([(await request()).status, await transactionsOf(product, requestId)]).toEqual(['pending', []]);
    expect((await start((await read()).terms)).status).toBe(200);
  });

  it('accept a payment when only the motivation was edited', async () => {
    const { terms } = await read();
    const body = requestBody({ motivation: 'So that I can teach it.' });
    await callApi(product.url, editRequest, { params: { id: requestId }, body }, learner.token);
    expect((await start(terms)).status).toBe(200);
  });
});

describe('a started payment', () => {
  it('returns the provider’s envelope inside ours', async () => {
    const { status, body } = await pay();
    const [transaction] = await transactionsOf(product, requestId);
    expect([status, body]).toEqual([
      200,
      {
        message: 'Your payment is ready.',
        data: {
          status: true,
          message: 'Authorization URL created',
          data: {
            authorization_url: expect.stringMatching(/^http.*\/payments\//),
            access_code: expect.any(String),
            reference: transaction?.reference,
          },
        },
      },
    ]);
  });

  it('is one transaction for five identical concurrent calls, with identical responses', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => pay()));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await transactionsOf(product, requestId)).toHaveLength(1);
  });

  it('is continued, not duplicated, by the same sponsor', async () => {
    const [first, second] = [await pay(), await pay()];
    expect(second.body).toEqual(first.body);
    expect(await transactionsOf(product, requestId)).toHaveLength(1);
  });

  it.each([
    ['terms', 'terms = terms + 1', right],
    ['price', 'price_minor = 3000000', amountFor(30_000)],
  ])('is another one when the %s of the request has changed since', async (_, change, amount) => {
    const first = await pay();
    await product.db.query(`UPDATE requests SET ${change} WHERE id = $1`, [requestId]);
    const second = await pay({ amount });
    expect(second.status).toBe(200);
    expect(second.body.data.data.reference).not.toBe(first.body.data.data.reference);
  });

  it('enqueues its first poll', async () => {
    const { body } = await pay();
    const [job] = await product.db.query(
      `SELECT available_at > now() + interval '100 seconds' AS later FROM outbox WHERE job = 'payments.poll' AND payload->>'reference' = $1`,
      [body.data.data.reference],
    );
    expect(job).toEqual({ later: true });
  });

  it('is anonymous by default, and with the name for a sponsor who is meeting the learner', async () => {
    const body = { amount: right, currency: 'NGN' as const, requestID: requestId };
    await callApi(product.url, initiatePayment, { body }, sponsor.token);
    expect(await isAnonymous()).toBe(true);
    await callApi(product.url, arrangeMeeting, { params: { id: requestId }, body: {} }, sponsor.token);
    await callApi(product.url, initiatePayment, { body }, sponsor.token);
    expect(await isAnonymous()).toBe(false);
    const hidden = { body: { ...body, isAnonymous: true } };
    expect((await callApi(product.url, initiatePayment, hidden, sponsor.token)).status).toBe(409);
    expect(await isAnonymous()).toBe(false);
    await callApi(product.url, cancelMeeting, { params: { id: requestId } }, sponsor.token);
    expect((await callApi(product.url, initiatePayment, hidden, sponsor.token)).status).toBe(200);
    expect(await isAnonymous()).toBe(true);
    await callApi(product.url, initiatePayment, { body: { ...body, isAnonymous: false } }, sponsor.token);
    expect(await isAnonymous()).toBe(false);
  });
});

it('is rejected while the invoice of the school is missing', async () => {
  await product.db.query('UPDATE requests SET needs_invoice = true WHERE id = $1', [requestId]);
  const { status, body } = await pay();
  expect([status, body.message]).toEqual([409, expect.stringContaining('has not uploaded the invoice')]);
  expect(await transactionsOf(product, requestId)).toEqual([]);
});

it('is unavailable while the provider rejects our key, and can be started afterwards', async () => {
  const rule = { on: 'initialize', email: sponsor.email, fault: { kind: 'invalid_key' } };
  await setFault(product, rule);
  const { status, body } = await pay();
  expect([status, JSON.stringify(body)]).toEqual([503, expect.not.stringMatching(/key/i)]);
  expect((await pay()).status).toBe(200);
});

it('is rejected in a currency that is not charged any more', async () => {
  const { config, db } = product;
  const [{ id }] = await db.query('SELECT id FROM users WHERE email = $1', [sponsor.email]);
  const input = { amount: right, currency: 'NGN' as const, requestID: requestId };
  const inDollars: Config = { ...config, payment: { ...config.payment, currencies: ['USD'] } };
  await expect(
    inTransaction(db, (manager) => reservePayment(manager, input, id, inDollars)),
  ).rejects.toMatchObject({ status: 422, message: 'Payments in NGN are not possible right now.' });
});

describe('a reserved request', () => {
  it('is rejected for another sponsor with the remaining minutes', async () => {
    await pay();
    const { status, body } = await pay({}, rival);
    expect([status, body]).toEqual([
      409,
      { message: 'Another sponsor is completing this payment. Try again in 35 minutes.' },
    ]);
    expect(await transactionsOf(product, requestId)).toHaveLength(1);
    await product.db.query(
      `UPDATE requests SET reserved_until = now() + interval '40 seconds' WHERE id = $1`,
      [requestId],
    );
    expect((await pay({}, rival)).body.message).toBe(
      'Another sponsor is completing this payment. Try again in 1 minute.',
    );
  });

  it('is free again once the reservation has expired', async () => {
    await pay();
    await product.db.query('UPDATE requests SET reserved_until = now() WHERE id = $1', [requestId]);
    expect((await pay({}, rival)).status).toBe(200);
    expect((await pay()).status).toBe(409);
    expect(await transactionsOf(product, requestId)).toHaveLength(2);
  });

  // ASVS 2.3.4
  it('goes to one of two sponsors who start concurrently', async () => {
    const responses = await Promise.all([pay(), pay({}, rival)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await transactionsOf(product, requestId)).toHaveLength(1);
  });

  it('is rejected once it is paid, also for its sponsor', async () => {
    const workers = await product.startWorkers();
    try {
      const { access_code: accessCode, reference } = (await pay()).body.data.data;
      await press(product.sandbox.httpUrl, accessCode, 'pay');
      await fetch(`${product.url}/api/course/verify/pay?reference=${reference}`, {
        headers: { authorization: `Bearer ${sponsor.token}` },
      });
    } finally {
      await workers.stop();
    }
    const funded = 'This request has already been funded. Thank you for caring!';
    for (const who of [sponsor, rival]) {
      const { status, body } = await pay({}, who);
      expect([status, body.message]).toEqual([409, funded]);
    }
  });

  it('is rejected once the learner has withdrawn it', async () => {
    await product.db.query(`UPDATE requests SET status = 'withdrawn' WHERE id = $1`, [requestId]);
    expect((await pay()).body.message).toBe('The learner has withdrawn this request.');
  });
});
