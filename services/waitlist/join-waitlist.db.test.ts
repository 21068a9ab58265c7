import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinWaitlist, waitlistInterests } from '#contracts/waitlist/waitlist.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

const submit = (body: object) =>
  callApi(product.url, joinWaitlist, { body: body as { wish: (typeof waitlistInterests)[number] } });
const stored = () =>
  product.db.query('SELECT email, wish, note FROM waitlist_entries ORDER BY created_at, wish');
const thanks = { message: 'Thank you! We have noted what you are waiting for.' };

it('stores an entry with and without an address', async () => {
  for (const body of [
    { wish: 'dap' },
    { wish: 'dap', email: '  ', note: '' },
    { wish: 'mentors', email: ' Ada@People.Example ', note: ' Somebody who knows data ' },
  ]) {
    const { status, body: said } = await submit(body);
    expect([status, said]).toEqual([201, thanks]);
  }
  expect(await stored()).toEqual([
    { email: null, wish: 'dap', note: null },
    { email: null, wish: 'dap', note: null },
    { email: 'ada@people.example', wish: 'mentors', note: 'Somebody who knows data' },
  ]);
});

it('upserts one entry per address and interest', async () => {
  const email = 'bola@people.example';
  await Promise.all(waitlistInterests.map((wish) => submit({ email, wish, note: 'first' })));
  await Promise.all(Array.from({ length: 5 }, () => submit({ email, wish: 'blog', note: 'second' })));
  const rows: { email: string; wish: string; note: string }[] = await stored();
  const own = rows.filter((row) => row.email === email);
  expect(own.map(({ wish }) => wish).sort()).toEqual([...waitlistInterests].sort());
  expect(own.find(({ wish }) => wish === 'blog')?.note).toBe('second');
});

it.each([
  [{ email: 'nobody', wish: 'dap' }, { email: 'Please enter a valid email address.' }],
  [{ email: 'a@people.example' }, { wish: 'Please choose what you are waiting for.' }],
  [{ wish: 'a pony' }, { wish: 'Please choose what you are waiting for.' }],
  [{ wish: 'dap', note: 'x'.repeat(501) }, { note: 'Please use at most 500 characters.' }],
])('rejects %o', async (body, errors) => {
  const before = await stored();
  const response = await submit(body);
  expect([response.status, response.body.errors]).toEqual([422, errors]);
  expect(await stored()).toEqual(before);
});

it('has check constraints on interest and address in the database', async () => {
  const insert = (email: string, wish: string) =>
    product.db.query('INSERT INTO waitlist_entries (email, wish) VALUES ($1, $2)', [email, wish]);
  await expect(insert('c@people.example', 'a pony')).rejects.toThrow('waitlist_entries_wish_known');
  await expect(insert('C@people.example', 'dap')).rejects.toThrow('waitlist_entries_email_lower');
});
