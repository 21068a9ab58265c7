import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawCall } from '#tests/security/support/raw-call.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  learner = await join(product.url, 'learner');
});
afterAll(() => product?.close());

describe('the Authorization header', () => {
  const forms: [form: string, (token: string) => string | string[] | undefined, status: number][] = [
    ['is missing', () => undefined, 401],
    ['is empty', () => '', 401],
    ['is only the scheme', () => 'Bearer', 401],
    ['is the scheme and a space', () => 'Bearer ', 401],
    ['is the token alone', (token) => token, 401],
    ['is a token without a space', (token) => `Bearer${token}`, 401],
    ['has a tab', (token) => `Bearer\t${token}`, 401],
    ['has a comma', (token) => `Bearer ${token},`, 401],
    ['has quotes', (token) => `Bearer "${token}"`, 401],
    ['has two tokens', (token) => `Bearer ${token} ${token}`, 401],
    ['is of another scheme', (token) => `Basic ${Buffer.from(`x:${token}`).toString('base64')}`, 401],
    ['is a parameter', (token) => `Bearer token=${token}`, 401],
    ['is in small letters', (token) => `bearer ${token}`, 200],
    ['has spaces', (token) => `Bearer   ${token} `, 200],
  ];

  it.each(forms)('that %s', async (_, form, status) => {
    const authorization = form(learner.token);
    const response = await rawCall(product.url, '/api/dashboard', {
      headers: authorization === undefined ? {} : { authorization },
    });
    expect([response.status, typeof response.json?.message]).toEqual([
      status,
      status === 200 ? 'undefined' : 'string',
    ]);
  });

  // ASVS 3.5.1, 14.2.1
  it('is the only place that a token is read from', async () => {
    const { token } = learner;
    const responses = [
      await rawCall(product.url, `/api/dashboard?token=${token}&access_token=${token}`),
      await rawCall(product.url, '/api/dashboard', {
        headers: { cookie: `token=${token}; Authorization=${token}` },
      }),
      await rawCall(product.url, '/api/dashboard', {
        headers: { 'x-access-token': token, 'proxy-authorization': `Bearer ${token}` },
      }),
    ];
    for (const { status } of responses) expect(status).toBe(401);
  });
});
