import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProfile } from '#contracts/accounts/profile.ts';
import { changeEmail, confirmIdentity, listSessions } from '#contracts/accounts/profile-changes.ts';
import { eraseAccount, prepareExport } from '#contracts/privacy/privacy.ts';
import { addGooglePerson, credentialOf, joinWithGoogle, orderIdToken } from '#tests/support/people/google.ts';
import { join } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { readSessionToken } from './start-session.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

async function signedInBefore(token: string, time: string): Promise<void> {
  await product.db.query('UPDATE sessions SET created_at = now() - $2::interval WHERE id = $1', [
    await readSessionToken(token, product.config),
    time,
  ]);
}

const confirm = (token: string, body: { currentPassword?: string; googleToken?: string }) =>
  callApi(product.url, confirmIdentity, { body }, token);
const isConfirmed = async (token: string) =>
  (await callApi(product.url, getProfile, {}, token)).body.data.isConfirmed;

/** The changes that need a recent sign-in, each with the password where one is given. */
const changes: [
  about: string,
  send: (token: string, currentPassword?: string) => Promise<{ status: number }>,
][] = [
  [
    'another address',
    (token, currentPassword) =>
      callApi(
        product.url,
        changeEmail,
        { body: { newEmail: `new-${crypto.randomUUID()}@people.example`, currentPassword } },
        token,
      ),
  ],
  [
    'an export',
    (token, currentPassword) => callApi(product.url, prepareExport, { body: { currentPassword } }, token),
  ],
  [
    'the end of the account',
    (token, currentPassword) => callApi(product.url, eraseAccount, { body: { currentPassword } }, token),
  ],
];

describe.each(changes)('%s', (_, send) => {
  // ASVS 7.5.1
  it('needs a proof when the last sign-in is more than 15 minutes ago', async () => {
    const { token, password } = await join(product.url, 'sponsor');
    await signedInBefore(token, '15 minutes');
    expect((await send(token)).status).toBe(403);
    expect((await send(token, 'a guess')).status).toBe(422);
    expect((await confirm(token, { currentPassword: password })).status).toBe(200);
    expect((await send(token)).status).toBeLessThan(300);
  });

  it('needs none before', async () => {
    const { token } = await join(product.url, 'sponsor');
    await signedInBefore(token, '14 minutes');
    expect((await send(token)).status).toBeLessThan(300);
  });

  it('can bring the password itself', async () => {
    const { token, password } = await join(product.url, 'sponsor');
    await signedInBefore(token, '1 day');
    expect((await send(token, password)).status).toBeLessThan(300);
  });

  it('is open to a person without a password, who confirms with Google', async () => {
    const person = await addGooglePerson(product);
    const token = await joinWithGoogle(product, person);
    await signedInBefore(token, '1 day');
    expect((await send(token)).status).toBe(403);
    expect((await confirm(token, { googleToken: await credentialOf(product, person) })).status).toBe(200);
    expect((await send(token)).status).toBeLessThan(300);
  });
});

describe('a proof', () => {
  it('is the right password', async () => {
    const { token, password } = await join(product.url, 'learner');
    await signedInBefore(token, '1 day');
    for (const currentPassword of ['a guess', '', undefined]) {
      const { status, body } = await confirm(token, {
        ...(currentPassword !== undefined && { currentPassword }),
      });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['currentPassword']]);
    }
    expect(await isConfirmed(token)).toBe(false);
    expect((await confirm(token, { currentPassword: password })).status).toBe(200);
    expect(await isConfirmed(token)).toBe(true);
  });

  it('is the Google account of this account, and a wrong one does not end the session', async () => {
    const [own, other] = [await addGooglePerson(product), await addGooglePerson(product)];
    const token = await joinWithGoogle(product, own);
    await joinWithGoogle(product, other);
    await signedInBefore(token, '1 day');
    expect((await confirm(token, { googleToken: await credentialOf(product, other) })).status).toBe(409);
    const expired = await orderIdToken(product, own, { exp: 1 });
    for (const googleToken of ['x', expired])
      expect((await confirm(token, { googleToken })).status).toBe(422);
    expect(await isConfirmed(token)).toBe(false);
  });

  it('counts for its session alone, for 15 minutes', async () => {
    const person = await addGooglePerson(product);
    const token = await joinWithGoogle(product, person);
    const { token: other } = await join(product.url, 'learner');
    for (const session of [token, other]) await signedInBefore(session, '1 day');
    await confirm(token, { googleToken: await credentialOf(product, person) });
    expect([await isConfirmed(token), await isConfirmed(other)]).toEqual([true, false]);
    await product.db.query("UPDATE sessions SET confirmed_at = confirmed_at - interval '15 minutes'");
    expect(await isConfirmed(token)).toBe(false);
  });
});

it('a session names the country of its sign-in', async () => {
  const { token } = await join(product.url, 'learner');
  const sessions = async () => (await callApi(product.url, listSessions, {}, token)).body.data;
  expect(await sessions()).toMatchObject([{ country: null }]);
  await product.db.query("UPDATE sessions SET country = 'NG'");
  expect(await sessions()).toMatchObject([{ country: 'NG' }]);
});
