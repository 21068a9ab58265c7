import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { rawCall } from '#tests/security/support/raw-call.ts';
import { untilApproved } from '#tests/support/money/until-approved.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let requestId: string;
beforeAll(async () => {
  product = await startTestProduct({ TRUST_PROXY_HOPS: '1' });
  learner = await join(product.url, 'learner');
  await enter(learner, '203.0.113.7', 'Firefox');
  await product.startWorkers();
});
afterAll(() => product?.close());

/** Signs in from an address with a browser. */
async function enter({ email, password }: SignedIn, ip: string, browser: string): Promise<void> {
  const { status } = await rawCall(product.url, '/api/user/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, 'user-agent': browser },
    body: JSON.stringify({ email, password }),
  });
  expect(status).toBe(200);
}

/** Pays for a new request. Returns the summaries of the cases about the payment once it is approved. */
async function pay(sponsor: SignedIn): Promise<string[]> {
  requestId = await fileRequest(product.url, learner);
  const { data } = (await startPayment(product.url, sponsor, requestId)).body.data;
  await press(product.sandbox.httpUrl, data.access_code, 'pay');
  await callApi(product.url, verifyPayment, { query: { reference: data.reference } }, sponsor.token);
  await untilApproved(product, data.reference);
  const find = (sql: string) => product.db.query(sql, [data.reference]);
  const cases: { summary: string }[] = await find(
    `SELECT c.summary FROM cases c JOIN payments p ON p.id::text = c.subject_id
     WHERE p.reference = $1 AND c.kind = 'payment_review'`,
  );
  return cases.map(({ summary }) => summary);
}

it.each([
  ['another network', '198.51.100.7', 'Firefox'],
  ['another browser', '203.0.113.7', 'Chrome'],
  ['a private address', '192.168.1.7', 'Firefox'],
])('a payer from %s is no case', async (_, ip, browser) => {
  const sponsor = await join(product.url, 'sponsor');
  await enter(sponsor, ip, browser);
  expect(await pay(sponsor)).toEqual([]);
});

it('a payer with the learner’s network and browser, or mailbox, is a case, and the payment is approved', async () => {
  const sponsor = await join(product.url, 'sponsor');
  await enter(sponsor, '203.0.113.7', 'Firefox');
  expect(await pay(sponsor)).toEqual([
    'The payer may be the learner: both have the same network and browser.',
  ]);
  const tagged = await join(product.url, 'sponsor', {
    email: learner.email.replace('learner-', 'lear.ner-').replace('@', '+sponsor@'),
  });
  expect(await pay(tagged)).toEqual(['The payer may be the learner: both have the same mailbox.']);
  const accountOwner = await join(product.url, 'sponsor', { email: 'login+gift@platform.example' });
  expect(await pay(accountOwner)).toEqual(['The payer may be the learner: both have the same mailbox.']);
  const [{ status }] = await product.db.query('SELECT status FROM requests WHERE id = $1', [requestId]);
  expect(status).toBe('paid');
  await product.db.query(
    "UPDATE sessions SET created_at = now() - interval '31 days' WHERE user_id = $1 AND network_hash IS NOT NULL",
    [await idOf(product, learner)],
  );
  expect(await pay(sponsor)).toEqual([]);
});

it('stores no address', async () => {
  const stored = await product.db.query('SELECT * FROM sessions');
  expect(JSON.stringify(stored)).not.toContain('203.0.113');
});
