import { expect, it, vi } from 'vitest';
import { approvePayment, verifyPayment } from '#contracts/payments/payments.ts';
import { startSession } from '#services/accounts/sessions/start-session.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '../support/people/people.ts';
import { callApi } from '../support/product/api-client.ts';
import type { TestProduct } from '../support/product/test-product.ts';
import { patienceMs } from '../support/soon.ts';
import { onBothBackends } from './backends.ts';

const sponsors = 40;
const requests = 10;
// Eighty calls at the same time: a busy machine answers some with 503 for longer than usual.
const soon = { timeout: 4 * patienceMs, interval: 200 };

/** Inserts sponsors without passwords, because hashing forty of them is slow. */
async function gatherSponsors({ db, config }: TestProduct): Promise<SignedIn[]> {
  const rows: { id: string; email: string; fullName: string }[] = await db.query(
    `INSERT INTO users (email, full_name, role)
     SELECT 'racer-' || n || '@people.example', 'Racer ' || n, 'sponsor' FROM generate_series(1, $1::int) AS n
     RETURNING id, email, full_name AS "fullName"`,
    [sponsors],
  );
  return Promise.all(
    rows.map(async ({ id, ...who }) => ({
      ...who,
      password: '',
      token: await startSession(id, { db, config }),
    })),
  );
}

/** Starts a payment; retries until other sponsors' reservations have expired. */
async function begin({ url }: TestProduct, sponsor: SignedIn, requestId: string) {
  const transaction = await vi.waitFor(async () => {
    // Twice concurrently, like a double click.
    const responses = await Promise.all([1, 2].map(() => startPayment(url, sponsor, requestId)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    return new Set(responses.map(({ body }) => JSON.stringify(body.data.data)));
  }, soon);
  expect(transaction.size).toBe(1);
  const [only = ''] = transaction;
  const { reference, access_code: accessCode } = JSON.parse(only);
  return { sponsor, requestId, reference, accessCode } as const;
}

/** Returns the status of a response; retries a 503 with Retry-After, which a busy machine may send. */
function statusOf(call: () => Promise<{ status: number; headers: Headers }>): Promise<number> {
  return vi.waitFor(async () => {
    const { status, headers } = await call();
    expect([status, headers.get('retry-after')]).not.toEqual([503, expect.stringMatching(/^\d+$/)]);
    return status;
  }, soon);
}

onBothBackends('forty sponsors racing for ten requests', { RESERVATION_MINUTES: '0.004' }, (current) => {
  // ASVS 2.3.4
  it('pay each request once, get every other payment refunded, and our ledger equals the provider’s', {
    timeout: 10 * patienceMs,
  }, async () => {
    const product = current();
    const { url, db, sandbox } = product;
    const learner = await join(url, 'learner');
    const racers = await gatherSponsors(product);
    const ids = await Promise.all(Array.from({ length: requests }, () => fileRequest(url, learner)));
    const begun = await Promise.all(
      racers.map((sponsor, index) => begin(product, sponsor, ids[index % requests] ?? '')),
    );
    expect(new Set(begun.map(({ reference }) => reference)).size).toBe(sponsors);

    // All concurrently: payments (each pressed twice), their webhooks, and both calls of the returning payers.
    const responses = await Promise.all(
      begun.flatMap(({ sponsor, requestId, reference, accessCode }) => [
        press(sandbox.httpUrl, accessCode, 'pay').then(() => 200),
        press(sandbox.httpUrl, accessCode, 'pay').then(() => 200),
        statusOf(() => callApi(url, verifyPayment, { query: { reference } }, sponsor.token)),
        statusOf(() => callApi(url, approvePayment, { query: { requestId, ref: reference } }, sponsor.token)),
        statusOf(() => startPayment(url, sponsor, requestId)),
      ]),
    );
    expect([...new Set(responses)].filter((status) => ![200, 202, 409].includes(status))).toEqual([]);

    await vi.waitFor(async () => {
      const [open] = await db.query(
        `SELECT count(*)::int AS left FROM payments p WHERE reference = ANY($1) AND status IN ('initiating', 'pending')`,
        [begun.map(({ reference }) => reference)],
      );
      expect(open.left).toBe(0);
    }, soon);
    const byRequest: { approved: number; due: number; status: string }[] = await db.query(
      `SELECT count(*) FILTER (WHERE p.status = 'approved')::int AS approved,
         count(*) FILTER (WHERE p.status = 'refund_due')::int AS due, r.status
       FROM requests r JOIN payments p ON p.request_id = r.id WHERE p.reference = ANY($1) GROUP BY r.id`,
      [begun.map(({ reference }) => reference)],
    );
    expect(byRequest).toEqual(
      Array.from({ length: requests }, () => ({ approved: 1, due: 3, status: 'paid' })),
    );

    const ours: { reference: string; amount: number; currency: string }[] = await db.query(
      `SELECT p.reference, l.captured_minor::int AS amount, l.currency FROM ledger_payments l
       JOIN payments p ON p.id = l.payment_id ORDER BY p.reference`,
    );
    const theirs = (await (await fetch(`${sandbox.httpUrl}/payments/control/ledger`)).json()) as {
      totals: Record<string, { captured: number; capturedMinor: number }>;
      transactions: { reference: string; amountMinor: number; currency: string; status: string }[];
    };
    const captured = theirs.transactions
      .filter(({ status }) => status === 'success')
      .map(({ reference, amountMinor, currency }) => ({ reference, amount: amountMinor, currency }))
      .sort((a, b) => (a.reference < b.reference ? -1 : 1));
    expect([...ours].sort((a, b) => (a.reference < b.reference ? -1 : 1))).toEqual(captured);
    expect(captured).toHaveLength(sponsors);
    expect(theirs.totals.NGN).toMatchObject({
      captured: sponsors,
      capturedMinor: ours.reduce((sum, { amount }) => sum + amount, 0),
    });
    await vi.waitFor(async () => {
      const [followed] = await db.query(
        `SELECT count(*) FILTER (WHERE payload->>'mail' = 'refund-due')::int AS refunds,
           count(*) FILTER (WHERE payload->>'mail' = 'receipt-for-sponsor')::int AS receipts,
           (SELECT count(*)::int FROM purchases) AS purchases, (SELECT count(*)::int FROM enrolments) AS enrolments,
           count(*) FILTER (WHERE job = 'sponsorships.approve' AND closed_at IS NULL)::int AS "openApprovals"
         FROM outbox`,
      );
      const approved = { receipts: requests, purchases: requests, enrolments: requests, openApprovals: 0 };
      expect(followed).toEqual({ refunds: sponsors - requests, ...approved });
    }, soon);
  });
});
