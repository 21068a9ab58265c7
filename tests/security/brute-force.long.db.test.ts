import { afterAll, beforeAll, expect, it } from 'vitest';
import { totpCode } from '#services/desk/operators/second-factor.ts';
import { cookieOf, enterDesk, joinDesk } from '#tests/support/people/operators.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { isFull } from '#tests/support/vitest/extent.ts';

// Ten times as many as may reach the hash, or a hundred times.
const guesses = isFull ? 10_000 : 1_000;

let product: TestProduct;
let owner: SignedIn;
beforeAll(async () => {
  // One proxy is trusted, and the guesser is that proxy: the worst case, every try from another address.
  product = await startTestProduct({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY_HOPS: '1' });
  owner = await join(product.url, 'learner');
});
afterAll(() => product.close());

function enter(password: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${product.url}/api/user/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: owner.email, password }),
  });
}

// ASVS 6.3.1
it('guesses at one account through forged addresses reach the hash 100 times at most, and the owner gets in', async () => {
  const known = await enter(owner.password, { 'x-forwarded-for': '203.0.113.9' });
  const cookie = known.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(cookie).toMatch(/^courselift-device=/);

  let reached = 0;
  let left = guesses;
  const guess = async () => {
    while (left > 0) {
      left -= 1;
      const address = `198.${51 + (left >> 16)}.${(left >> 8) & 255}.${left & 255}`;
      const answer = await enter(`guess ${left}`, { 'x-forwarded-for': `10.0.0.1, ${address}` });
      if (answer.status === 401) reached += 1;
      else expect(answer.status).toBe(429);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 32 }, guess));
  expect(reached).toBeLessThanOrEqual(100);

  const stranger = await enter(owner.password, { 'x-forwarded-for': '203.0.113.10' });
  expect(stranger.status).toBe(429);
  const home = await enter(owner.password, { 'x-forwarded-for': '203.0.113.11', cookie });
  expect(home.status).toBe(200);
});

it('a forged device cookie is not a known device', async () => {
  const answer = await enter(owner.password, {
    'x-forwarded-for': '203.0.113.12',
    cookie: 'courselift-device=AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  });
  expect(answer.status).toBe(429);
});

// ASVS 6.3.1
it('guesses at an operator lock out other devices, and not the one that the operator has signed in from', async () => {
  const operator = await joinDesk(product);
  const from = (address: string, cookie?: string) => ({
    headers: { 'x-forwarded-for': address },
    ...(cookie && { cookie }),
  });
  const first = await enterDesk(product.url, operator, operator.recoveryCodes[0], from('203.0.113.20'));
  const device = first.headers
    .getSetCookie()
    .map(cookieOf)
    .find((cookie) => cookie.startsWith('courselift-desk-device='));
  const wrong = { ...operator, password: 'wrong' };
  for (let network = 0; network < 10; network += 1)
    for (let turn = 0; turn < 10; turn += 1)
      await enterDesk(product.url, wrong, undefined, from(`198.18.${network}.1`));

  expect((await enterDesk(product.url, operator, undefined, from('203.0.113.21'))).status).toBe(429);
  const code = totpCode(operator.totpSecret);
  const home = await enterDesk(product.url, operator, code, from('203.0.113.22', device));
  expect([home.status, home.body.data]).toMatchObject([200, { isSignedIn: true }]);
});

it('a password without the second factor makes no device of an operator known', async () => {
  const answer = await enterDesk(product.url, await joinDesk(product));
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
});
