import { afterAll, beforeAll, expect, it } from 'vitest';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import type { Impact, SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { fund } from '#tests/support/money/certificates.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  learner = await join(product.url, 'learner');
});
afterAll(() => product?.close());

interface Sponsored {
  impact: Impact;
  totalRequests: number;
  sponsoredRequests: SponsoredRequest[];
}

async function dashboardOf(who: SignedIn, requests = 20): Promise<Sponsored> {
  const { body } = await callApi(product.url, getDashboard, { query: { requests } }, who.token);
  return body as unknown as Sponsored;
}

/** Copies a paid request `count` times, in three currencies and two months of payment, a third of them completed. */
async function fundMany(count: number, requestId: string): Promise<void> {
  await product.db.query(
    `WITH made AS (
       INSERT INTO requests (learner_id, course_title, platform, link, price_minor, currency, duration, duration_unit,
         motivation, socials, delivery, is_public, status, paid_at)
       SELECT r.learner_id, r.course_title, r.platform, r.link, 100000 + n,
         (ARRAY['NGN', 'USD', 'GBP'])[1 + n % 3], 1, 'weeks', r.motivation, r.socials, r.delivery, true,
         CASE WHEN n % 4 = 0 THEN 'completed' ELSE 'paid' END,
         -- The last moment of January and the first of February, as they are in UTC.
         CASE WHEN n % 2 = 0 THEN timestamptz '2026-01-31T23:59:59Z' ELSE timestamptz '2026-02-01T00:00:00Z' END
       FROM requests r, generate_series(1, $1) AS n WHERE r.id = $2
       RETURNING id, price_minor, currency, paid_at
     ), sponsored AS (
       INSERT INTO sponsorships (request_id, sponsor_id, is_anonymous)
       SELECT made.id, p.payer_id, true FROM made, payments p WHERE p.request_id = $2
       RETURNING id, request_id, sponsor_id
     )
     INSERT INTO payments (reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor,
       currency, status, settled_at, receipt_number)
     SELECT 'many-' || made.id, made.id, s.id, s.sponsor_id, made.price_minor, 7, made.price_minor + 7, made.currency,
       'approved', made.paid_at, (SELECT max(receipt_number) FROM payments) + row_number() OVER ()
     FROM made JOIN sponsored s ON s.request_id = made.id`,
    [count, requestId],
  );
}

it('is zero for a sponsor without payments', async () => {
  const { impact, totalRequests, sponsoredRequests } = await dashboardOf(await join(product.url, 'sponsor'));
  expect(impact).toEqual({ funded: 0, completed: 0, currencies: [], months: [] });
  expect([totalRequests, sponsoredRequests]).toEqual([0, []]);
});

it('is one course after one payment, and counts it as completed later', async () => {
  const sponsor = await join(product.url, 'sponsor');
  const { requestId } = await fund(product, learner, sponsor);
  const month = new Date().toISOString().slice(0, 7);
  const figures = { funded: 1, completed: 0, currency: 'NGN', paid: 20_018 };
  expect((await dashboardOf(sponsor)).impact).toEqual({
    funded: 1,
    completed: 0,
    currencies: [figures],
    months: [{ ...figures, month }],
  });
  await product.db.query(`UPDATE requests SET status = 'completed' WHERE id = $1`, [requestId]);
  expect((await dashboardOf(sponsor)).impact).toMatchObject({ completed: 1, months: [{ completed: 1 }] });
});

it('leaves out what is not approved, and others’ payments', async () => {
  const sponsor = await join(product.url, 'sponsor');
  const { requestId } = await fund(product, learner, sponsor);
  for (const status of ['refund_due', 'reversed', 'needs_review', 'pending']) {
    await product.db.query('UPDATE payments SET status = $2 WHERE request_id = $1', [requestId, status]);
    expect((await dashboardOf(sponsor)).impact.funded).toBe(0);
  }
});

it('has no list of the other role', async () => {
  for (const [who, list] of [
    [learner, 'funded'],
    [await join(product.url, 'sponsor'), 'pending'],
  ] as const) {
    const { status, body } = await callApi(product.url, getDashboard, { query: { list } }, who.token);
    expect([status, body]).toMatchObject([422, { errors: { list: expect.stringContaining('completed') } }]);
  }
});

it('counts 501 payments to the minor unit, by month (UTC) and currency, and lists the requested number of rows', async () => {
  const sponsor = await join(product.url, 'sponsor');
  const { requestId } = await fund(product, learner, sponsor);
  await product.db.query(`UPDATE payments SET settled_at = '2026-03-05' WHERE request_id = $1`, [requestId]);
  await fundMany(500, requestId);
  const { impact, totalRequests, sponsoredRequests } = await dashboardOf(sponsor);
  expect([impact.funded, impact.completed, totalRequests, sponsoredRequests.length]).toEqual([
    501, 125, 501, 20,
  ]);
  const expected = new Map<string, { funded: number; completed: number; minor: number }>();
  const add = (month: string, currency: string, minor: number, isCompleted: boolean) => {
    const sum = expected.get(`${month} ${currency}`) ?? { funded: 0, completed: 0, minor: 0 };
    expected.set(`${month} ${currency}`, {
      funded: sum.funded + 1,
      completed: sum.completed + (isCompleted ? 1 : 0),
      minor: sum.minor + minor,
    });
  };
  add('2026-03', 'NGN', 2_001_800, false);
  for (let n = 1; n <= 500; n += 1) {
    const currency = ['NGN', 'USD', 'GBP'][n % 3] ?? '';
    add(n % 2 ? '2026-02' : '2026-01', currency, 100_007 + n, n % 4 === 0);
  }
  expect(impact.months.map(({ month, currency }) => `${month} ${currency}`)).toEqual(
    [...expected.keys()].sort(),
  );
  for (const { month, currency, funded, completed, paid } of impact.months) {
    const minor = Math.round(paid * 100);
    expect({ funded, completed, minor }).toEqual(expected.get(`${month} ${currency}`));
  }
  for (const { currency, funded, paid } of impact.currencies) {
    const own = [...expected].filter(([key]) => key.endsWith(currency)).map(([, sum]) => sum);
    expect(funded).toBe(own.reduce((sum, month) => sum + month.funded, 0));
    expect(Math.round(paid * 100)).toBe(own.reduce((sum, month) => sum + month.minor, 0));
  }
  expect((await dashboardOf(sponsor, 1_000)).sponsoredRequests).toHaveLength(501);
});
