import { randomBytes } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSessions } from '#contracts/accounts/profile-changes.ts';
import { signIn, signOut } from '#contracts/accounts/sign-in.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { addOperator } from '#tests/security/support/accounts.ts';
import { sendText } from '#tests/security/support/raw-call.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { readSessionToken } from './start-session.ts';

let product: TestProduct;
let learner: SignedIn;
const listedKeys = [randomBytes(32), randomBytes(32)] as const;
beforeAll(async () => {
  const [first, second] = listedKeys.map((key) => key.toString('base64'));
  product = await startTestProduct({ TOKEN_KEYS: `1:${first},2:${second}` });
  learner = await join(product.url, 'learner', { fullName: 'Ada Ngozi Obi' });
});
afterAll(() => product?.close());

const incorrect = { message: 'Email or password is incorrect.' };
const bothNeeded = 'Please enter both email and password';

function enter(email: string, password: string, keepSignedIn?: boolean) {
  return callApi(product.url, signIn, { body: { email, password, keepSignedIn } });
}

describe('signing in', () => {
  // ASVS 15.3.1
  it('responds with a token, the role and the first name only', async () => {
    const { status, body, headers } = await enter(` ${learner.email.toUpperCase()} `, learner.password);
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Welcome back!',
      data: { token: expect.any(String), role: 'learner', firstName: 'Ada' },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  // ASVS 7.2.2
  it('creates a new session each time', async () => {
    const tokens = [
      await enter(learner.email, learner.password),
      await enter(learner.email, learner.password),
    ];
    const [first, second] = tokens.map(({ body }) => body.data.token);
    expect(first).not.toBe(second);
    await callApi(product.url, signOut, {}, first);
    expect((await callApi(product.url, getDashboard, {}, first)).status).toBe(401);
    expect((await callApi(product.url, getDashboard, {}, second)).status).toBe(200);
  });

  it('gives the same response for an unknown address and a wrong password', async () => {
    const wrong = [
      await enter('nobody@people.example', learner.password),
      await enter(learner.email, 'wrong words'),
      await enter(learner.email, `${learner.password} `),
      await enter(learner.email, learner.password.toUpperCase()),
      await enter('not an address', 'wrong words'),
      await enter("' OR 1=1 --", "' OR 1=1 --"),
      await enter('%', '%'),
    ];
    for (const { status, body } of wrong) expect([status, body]).toEqual([401, incorrect]);
  });

  // ASVS 6.2.10
  it('succeeds with a password of five years ago', async () => {
    const { email, password, token } = await join(product.url, 'sponsor');
    await product.db.query(
      `UPDATE users SET created_at = now() - interval '5 years'
       WHERE id = (SELECT user_id FROM sessions WHERE id = $1)`,
      [await readSessionToken(token, product.config)],
    );
    expect((await enter(email, password)).status).toBe(200);
  });

  // ASVS 6.3.4
  it('rejects operators, even with the right password', async () => {
    const operator = await addOperator(product);
    await product.db.query('UPDATE users SET password_hash = $2 WHERE email = $1', [
      operator.email,
      await hashPassword('the words of an operator'),
    ]);
    const { status, body } = await enter(operator.email, 'the words of an operator');
    expect([status, body]).toEqual([401, incorrect]);
  });

  it('rejects every password for an account without one', async () => {
    await product.db.query(
      `INSERT INTO users (email, full_name, role) VALUES ('no-password@people.example', 'No Password', 'sponsor')`,
    );
    expect((await enter('no-password@people.example', 'undefined')).status).toBe(401);
  });

  it.each([
    {},
    { email: '', password: '' },
    { email: 'a@b.example' },
    { password: 'x' },
    { email: '  ', password: 'x' },
  ])('requires email and password when only %j is given', async (body) => {
    const response = await sendText(product.url, '/api/user/auth', JSON.stringify(body));
    expect([response.status, response.json?.message]).toEqual([422, bothNeeded]);
    expect(Object.values(response.json?.errors ?? {})).toContain(bothNeeded);
    for (const sentence of Object.values(response.json?.errors ?? {})) expect(sentence).toBe(bothNeeded);
  });

  it.each([
    [`${'a'.repeat(250)}@b.example`, 'x', 'Please enter a valid email address.'],
    ['ada@people.example', 'x'.repeat(1_025), 'Password must be at most 1,024 bytes long.'],
  ])('says which field is too long', async (email, password, message) => {
    const response = await enter(email, password);
    expect([response.status, response.body.message]).toEqual([422, message]);
  });

  it('rejects an address with a NUL character', async () => {
    expect((await enter('ada\u0000@people.example', 'x')).status).toBe(400);
  });
});

describe('a token', () => {
  const issuer = 'courselift';
  const audience = 'courselift-web';

  /** Returns a token of the learner's real session with the given claims, header or secret. */
  async function forged({
    secret = product.config.token.secret as Uint8Array,
    alg = 'HS256',
    iss = issuer,
    aud = audience,
    expires = '1h',
    kid = undefined as string | undefined,
    jti = undefined as string | undefined,
  }): Promise<string> {
    const session = (await readSessionToken(learner.token, product.config)) ?? '';
    return new SignJWT()
      .setProtectedHeader({ alg, ...(kid && { kid }) })
      .setJti(jti ?? session)
      .setIssuer(iss)
      .setAudience(aud)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(secret);
  }

  async function statusOf(token: string): Promise<number> {
    return (await callApi(product.url, getDashboard, {}, token)).status;
  }

  it('with a valid signature is accepted', async () => {
    expect(await statusOf(await forged({}))).toBe(200);
  });

  it('of any listed key is accepted under the number of that key alone', async () => {
    const [first, second] = listedKeys;
    for (const [kid, secret, status] of [
      ['1', first, 200],
      ['2', second, 200],
      ['1', second, 401],
      [undefined, first, 401],
      ['0', product.config.token.secret, 401],
      ['3', first, 401],
      ['constructor', first, 401],
    ] as const)
      expect([kid, await statusOf(await forged({ kid, secret }))]).toEqual([kid, status]);
    expect(decodeProtectedHeader(learner.token).kid).toBe('2');
  });

  it('contains only the user id and the session id', () => {
    const [, payload = ''] = learner.token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sub']);
  });

  // ASVS 7.2.1, 9.1.1, 9.1.2, 9.2.1, 9.2.3, 11.6.1
  it.each([
    ['signed with another secret', () => forged({ secret: randomBytes(32) })],
    ['signed with an empty secret', () => forged({ secret: Buffer.alloc(32) })],
    ['of another algorithm of the same family', () => forged({ alg: 'HS512' })],
    ['for another audience', () => forged({ aud: 'courselift-google' })],
    ['of another issuer', () => forged({ iss: 'somebody' })],
    ['that has run out', () => forged({ expires: '-1s' })],
    ['of a session that never was', () => forged({ jti: crypto.randomUUID() })],
    ['of a session that is no id', () => forged({ jti: "' OR '1'='1" })],
    ['without a signature', async () => `${learner.token.split('.').slice(0, 2).join('.')}.`],
    ['with another signature', async () => `${learner.token.slice(0, -4)}AAAA`],
    [
      'of algorithm none',
      async () =>
        new UnsecuredJWT({ jti: (await readSessionToken(learner.token, product.config)) ?? '' })
          .setIssuer(issuer)
          .setAudience(audience)
          .setExpirationTime('1h')
          .encode(),
    ],
    ['that is garbage', async () => 'a.b.c'],
    ['that is very long', async () => 'a'.repeat(7_000)],
  ])('%s is rejected', async (_, make) => {
    const response = await callApi(product.url, getDashboard, {}, await make());
    expect([response.status, response.body]).toEqual([
      401,
      { message: 'Your session has ended. Please sign in again.' },
    ]);
  });

  // ASVS 9.1.3
  it('is not verified with a key from its own header', async () => {
    expect(await statusOf(await forged({ kid: '../../dev/null', secret: Buffer.alloc(32) }))).toBe(401);
  });

  // ASVS 7.2.1, 7.2.4, 7.4.1
  it('is rejected at once after its session was signed out', async () => {
    const { token } = await join(product.url, 'sponsor');
    const out = await callApi(product.url, signOut, {}, token);
    expect([out.status, out.body.message]).toEqual([200, 'You are signed out.']);
    for (const contract of [getDashboard, signOut])
      expect((await callApi(product.url, contract, {}, token)).status).toBe(401);
  });

  // ASVS 7.3.2, 7.4.1
  it('is rejected when its session has expired by the database clock', async () => {
    const { token } = await join(product.url, 'sponsor');
    const session = await readSessionToken(token, product.config);
    await product.db.query(`UPDATE sessions SET expires_at = now() WHERE id = $1`, [session]);
    expect(await statusOf(token)).toBe(401);
  });

  /** Moves the clock for one session: everything about it happened so much earlier. */
  async function passTime(token: string, time: string): Promise<void> {
    await product.db.query(
      `UPDATE sessions SET created_at = created_at - $2::interval, last_seen_at = last_seen_at - $2::interval,
         expires_at = expires_at - $2::interval WHERE id = $1`,
      [await readSessionToken(token, product.config), time],
    );
  }

  // ASVS 7.3.1
  it('is rejected after 14 days without use, is not listed any more, and each use begins the 14 days anew', async () => {
    const sponsor = await join(product.url, 'sponsor');
    for (let time = 0; time < 3; time += 1) {
      await passTime(sponsor.token, '13 days 23 hours 59 minutes');
      expect(await statusOf(sponsor.token)).toBe(200);
    }
    const other = (await enter(sponsor.email, sponsor.password)).body.data.token;
    await passTime(sponsor.token, '14 days');
    expect(await statusOf(sponsor.token)).toBe(401);
    const { body } = await callApi(product.url, listSessions, {}, other);
    expect(body.data.map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  // ASVS 7.3.2
  it('is rejected 60 days after the sign-in, however often it was used', async () => {
    const { email, password } = await join(product.url, 'sponsor');
    const { token } = (await enter(email, password, true)).body.data;
    for (let days = 0; days < 50; days += 10) {
      await passTime(token, '10 days');
      expect(await statusOf(token)).toBe(200);
    }
    await passTime(token, '9 days 23 hours 59 minutes');
    expect(await statusOf(token)).toBe(200);
    await passTime(token, '1 minute');
    expect(await statusOf(token)).toBe(401);
  });

  // ASVS 7.3.2
  it('of a person who does not stay signed in is rejected 12 hours after the sign-in', async () => {
    const { email, password } = await join(product.url, 'sponsor');
    const { token } = (await enter(email, password, false)).body.data;
    await passTime(token, '11 hours 59 minutes');
    expect(await statusOf(token)).toBe(200);
    await passTime(token, '1 minute');
    expect(await statusOf(token)).toBe(401);
    const { exp = 0, iat = 0 } = decodeJwt(token);
    // By the clock of the database and then that of the process, each to the second.
    expect(Math.round((exp - iat) / 3_600)).toBe(12);
  });

  // ASVS 7.4.2
  it('is rejected after the account was deleted', async () => {
    const deleted = await join(product.url, 'sponsor');
    await product.db.query('DELETE FROM users WHERE email = $1', [deleted.email]);
    expect(await statusOf(deleted.token)).toBe(401);
  });
});
