import { afterAll, beforeAll, expect, it } from 'vitest';
import { captureEmail } from '#contracts/newsletter/newsletter.ts';
import { sendText } from '#tests/security/support/raw-call.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

function capture(email: string) {
  return callApi(product.url, captureEmail, { body: { email } });
}

async function count(table: 'subscribers' | 'outbox'): Promise<number> {
  return (await product.db.query(`SELECT count(*)::int AS n FROM ${table}`))[0].n;
}

const thanks = { message: 'Thank you! Please look for our mail in your inbox.' };

it('gives the same response for a new and a known address, and enqueues one confirmation mail', async () => {
  for (const email of ['ada@people.example', 'ada@people.example', ' ADA@People.Example ']) {
    const { status, body } = await capture(email);
    expect([status, body]).toEqual([200, thanks]);
  }
  expect([await count('subscribers'), await count('outbox')]).toEqual([1, 1]);
});

it('treats five concurrent calls as one', async () => {
  const before = await count('subscribers');
  const responses = await Promise.all(Array.from({ length: 5 }, () => capture('five@people.example')));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect([await count('subscribers'), await count('outbox')]).toEqual([before + 1, before + 1]);
});

it.each([
  ['unconfirmed for 59 minutes', "asked_at = now() - interval '59 minutes'", 0],
  ['unconfirmed for an hour', "asked_at = now() - interval '60 minutes'", 1],
  ['without a confirmation mail so far', 'asked_at = NULL', 1],
  ['confirmed', "confirmed_at = now(), asked_at = now() - interval '1 day'", 0],
  ['unsubscribed', 'confirmed_at = now(), unsubscribed_at = now(), asked_at = NULL', 1],
])('sends another confirmation mail to an address: %s', async (state, change, mails) => {
  const email = `${state.replaceAll(' ', '-')}@people.example`;
  await capture(email);
  await product.db.query(`UPDATE subscribers SET ${change} WHERE email = $1`, [email]);
  const before = await count('outbox');
  const { status, body } = await capture(email);
  expect([status, body]).toEqual([200, thanks]);
  expect((await count('outbox')) - before).toBe(mails);
  const rows = await product.db.query('SELECT asked_at FROM subscribers WHERE email = $1', [email]);
  expect(rows).toHaveLength(1);
});

const refused = 'Please enter a valid email address.';

it.each([
  '',
  '  ',
  'nobody',
  'a@b.example\r\nBcc: c@d.example',
  'a@b.example,c@d.example',
  'a\u0000@b.example',
])('rejects %j', async (email) => {
  const before = await count('subscribers');
  const { status, body } = await capture(email);
  expect([status, body]).toEqual([422, { message: refused, errors: { email: refused } }]);
  expect(await count('subscribers')).toBe(before);
});

it('rejects a missing address', async () => {
  const { status, json } = await sendText(product.url, '/api/user/email-capture', '{}');
  expect([status, json?.message]).toEqual([422, refused]);
});
