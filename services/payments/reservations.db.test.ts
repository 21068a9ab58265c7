import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '#contracts/durations.ts';
import { getSponsorship } from '#contracts/funding/sponsorships.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { transactionsOf } from '#tests/security/support/provider-control.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let requestId: string;
beforeAll(async () => {
  product = await startTestProduct({ RESERVATIONS_PER_SPONSOR: '3', RENEWALS_PER_DAY: '2' });
  await product.startWorkers();
  learner = await join(product.url, 'learner');
});
beforeEach(async () => {
  sponsor = await join(product.url, 'sponsor');
  requestId = await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

const start = (id = requestId, who = sponsor) => startPayment(product.url, who, id);

async function begin() {
  const { reference, access_code: accessCode } = (await start()).body.data.data;
  return { reference, accessCode };
}

async function standing(who = sponsor) {
  const answer = await callApi(product.url, getSponsorship, { params: { id: requestId } }, who.token);
  return answer.body.data;
}

/** Moves all timestamps of this request into the past. */
async function pass(minutes: number): Promise<void> {
  const by = `interval '1 minute' * ${minutes}`;
  await product.db.query(
    `UPDATE payments SET opened_at = opened_at - ${by}, created_at = created_at - ${by} WHERE request_id = $1`,
    [requestId],
  );
  await product.db.query(`UPDATE requests SET reserved_until = reserved_until - ${by} WHERE id = $1`, [
    requestId,
  ]);
}

async function statuses(): Promise<string[]> {
  const rows: { status: string }[] = await product.db.query(
    'SELECT status FROM payments WHERE request_id = $1 ORDER BY created_at',
    [requestId],
  );
  return rows.map(({ status }) => status);
}

describe('a reservation', () => {
  it('lasts 35 minutes from the moment the payment page was opened, and the page 30', async () => {
    await begin();
    const { reservation, payment } = await standing();
    expect(reservation?.isMine).toBe(true);
    expect(reservation?.leftMs).toBeGreaterThan(34 * minuteMs);
    expect(reservation?.leftMs).toBeLessThanOrEqual(35 * minuteMs);
    expect(payment?.pageLeftMs).toBeGreaterThan(29 * minuteMs);
    expect(payment?.pageLeftMs).toBeLessThanOrEqual(30 * minuteMs);
  });

  it('is shown to another sponsor as another’s, without its payment, and not once it has lapsed', async () => {
    await begin();
    const other = await join(product.url, 'sponsor');
    expect(await standing(other)).toMatchObject({ reservation: { isMine: false }, payment: null });
    await pass(36);
    expect(await standing(other)).toMatchObject({ reservation: null });
  });

  it('is not extended by starting again, which returns the open page', async () => {
    const first = await begin();
    await pass(20);
    expect(await begin()).toEqual(first);
    const { reservation, payment } = await standing();
    expect(reservation?.leftMs).toBeLessThanOrEqual(15 * minuteMs);
    expect(payment?.pageLeftMs).toBeLessThanOrEqual(10 * minuteMs);
    expect(await transactionsOf(product, requestId)).toHaveLength(1);
  });

  it('is renewed with a new page once the old one has timed out', async () => {
    const first = await begin();
    await pass(31);
    expect((await standing()).payment?.pageLeftMs).toBe(0);
    const second = await begin();
    expect(second.reference).not.toBe(first.reference);
    expect(await statuses()).toEqual(['abandoned', 'pending']);
    expect((await standing()).payment?.reference).toBe(second.reference);
    expect((await standing()).reservation?.leftMs).toBeGreaterThan(34 * minuteMs);
  });

  it('is renewed once by five concurrent calls', async () => {
    await begin();
    await pass(31);
    const answers = await Promise.all(Array.from({ length: 5 }, () => start()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses()).toEqual(['abandoned', 'pending']);
  });

  // ASVS 2.3.2
  it('is renewed at most twice in 24 hours, whether it has expired or not', async () => {
    await begin();
    for (const minutes of [31, 60]) {
      await pass(minutes);
      await begin();
    }
    await pass(31);
    const refused = await start();
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'You have started this payment 3 times in 24 hours without finishing it. You can start it again in 22 hours.',
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(21 * 3_600);
    expect((await start(requestId, await join(product.url, 'sponsor'))).status).toBe(409);
    await pass(24 * 60);
    expect((await start()).status).toBe(200);
  });

  it('makes a payment on a timed-out page a refund when the new page was paid', async () => {
    const first = await begin();
    await pass(31);
    const second = await begin();
    const paidAs = async ({ reference, accessCode }: typeof first) => {
      await press(product.sandbox.httpUrl, accessCode, 'pay');
      const { body } = await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
      return [body.data.status, body.data.isRefundDue];
    };
    expect(await paidAs(second)).toEqual(['success', false]);
    expect(await paidAs(first)).toEqual(['needs_review', true]);
    expect(await statuses()).toEqual(['refund_due', 'approved']);
  });
});

describe('the reservations of one sponsor', () => {
  const fileFour = () => Promise.all([1, 2, 3, 4].map(() => fileRequest(product.url, learner)));

  // ASVS 2.3.2
  it('are at most three, also when four are started concurrently', async () => {
    const ids = await fileFour();
    const answers = await Promise.all(ids.map((id) => start(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toBe(
      'You are paying for 3 courses already, which is the most at a time. Please finish one of these payments first, or try again in 35 minutes.',
    );
    // Continuing one of the three is not a new reservation.
    const begun = ids.find((_, index) => answers[index]?.status === 200);
    expect((await start(begun)).status).toBe(200);
  });

  it('are counted one after the other when they start at the same time', async () => {
    const [first, second, third, fourth] = await fileFour();
    for (const id of [first, second]) expect((await start(id)).status).toBe(200);
    const answers = await product.db.transaction(async (manager) => {
      // No payment is stored until both have counted, or one waits for the other.
      await manager.query('LOCK TABLE payments IN SHARE MODE');
      const both = Promise.all([start(third), start(fourth)]);
      await waitForLockWaits(product, 2);
      return { both };
    });
    expect((await answers.both).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('allow another when one expires', async () => {
    const [first, second, third, fourth] = await fileFour();
    for (const id of [first, second, third]) expect((await start(id)).status).toBe(200);
    expect((await start(fourth)).status).toBe(409);
    await product.db.query('UPDATE requests SET reserved_until = now() WHERE id = $1', [second]);
    expect((await start(fourth)).status).toBe(200);
  });
});
