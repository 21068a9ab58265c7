import { afterAll, beforeAll, expect, it } from 'vitest';
import { getProfile } from '#contracts/accounts/profile.ts';
import { changeEmail, changePassword } from '#contracts/accounts/profile-changes.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { addGooglePerson, enterAs } from '#tests/support/people/google.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

type Move = (attacker: SignedIn) => Promise<{ status: number; body: object }>;

/** Calls of an attacker with a password that was still right when it was checked. */
const moves: [about: string, move: Move][] = [
  ['signs in', ({ email, password }) => callApi(product.url, signIn, { body: { email, password } })],
  [
    'chooses another password',
    ({ token, password: currentPassword }) =>
      callApi(
        product.url,
        changePassword,
        { body: { currentPassword, newPassword: 'a better horse battery' } },
        token,
      ),
  ],
  [
    'requests another address',
    ({ token, email, password: currentPassword }) =>
      callApi(product.url, changeEmail, { body: { currentPassword, newEmail: `x-${email}` } }, token),
  ],
];

it.each(moves)('an attacker who %s while the owner takes the account back keeps nothing', async (_, move) => {
  // Enough turns for the two to meet at every point of the other's way.
  for (let delayMs = 0; delayMs < 120; delayMs += 8) {
    const owner = await addGooglePerson(product);
    const attacker = await join(product.url, 'learner', { email: owner.email });
    const moved = move(attacker);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const entered = await enterAs(product, owner);
    const { body } = await moved;
    const { token } = entered.body.data as { token: string };
    const stolen = (body as { data?: { token?: string } }).data?.token ?? attacker.token;
    expect((await callApi(product.url, getProfile, {}, stolen)).status).toBe(401);
    expect((await callApi(product.url, getProfile, {}, token)).body.data).toMatchObject({
      email: owner.email,
      hasPassword: false,
      newEmail: null,
    });
  }
});

it('a sign-in whose password was changed between the check and the session is refused', async () => {
  const { email, password } = await join(product.url, 'learner');
  const runner = product.db.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT 1 FROM users WHERE email = $1 FOR UPDATE', [email]);
  const entered = callApi(product.url, signIn, { body: { email, password } });
  await new Promise((resolve) => setTimeout(resolve, 500));
  await runner.query('UPDATE users SET password_hash = NULL WHERE email = $1', [email]);
  await runner.commitTransaction();
  await runner.release();
  expect((await entered).status).toBe(401);
});
