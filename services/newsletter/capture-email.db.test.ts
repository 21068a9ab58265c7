import { afterAll, beforeAll, expect, it } from 'vitest';
import { captureEmail } from '#contracts/newsletter.ts';
import { callApi } from '#tests/support/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/test-product.ts';

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

it('answers the same for a new and for a known address, and asks once', async () => {
  for (const email of ['ada@people.example', 'ada@people.example', ' ADA@People.Example ']) {
    const { status, body } = await capture(email);
    expect([status, body]).toEqual([200, thanks]);
  }
  expect([await count('subscribers'), await count('outbox')]).toEqual([1, 1]);
});

it('takes five calls at once for one', async () => {
  const before = await count('subscribers');
  const answers = await Promise.all(Array.from({ length: 5 }, () => capture('five@people.example')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect([await count('subscribers'), await count('outbox')]).toEqual([before + 1, before + 1]);
});

it.each([
  ['unanswered for 59 minutes', "asked_at = now() - interval '59 minutes'", 0],
  ['unanswered for an hour', "asked_at = now() - interval '60 minutes'", 1],
  ['never asked', 'asked_at = NULL', 1],
  ['confirmed', "confirmed_at = now(), asked_at = now() - interval '1 day'", 0],
  ['unsubscribed', 'confirmed_at = now(), unsubscribed_at = now(), asked_at = NULL', 1],
])('asks an address again: %s', async (state, change, mails) => {
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

it.each([
  ['', 'Email is required.'],
  ['nobody', 'Please enter a valid email address.'],
  ['a@b.example\r\nBcc: c@d.example', 'Please enter a valid email address.'],
  ['a@b.example,c@d.example', 'Please enter a valid email address.'],
  ['a\u0000@b.example', 'Please enter a valid email address.'],
])('refuses %j', async (email, message) => {
  const before = await count('subscribers');
  const { status, body } = await capture(email);
  expect([status, body]).toEqual([422, { message, errors: { email: message } }]);
  expect(await count('subscribers')).toBe(before);
});
