import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onboard } from '#contracts/accounts/accounts.ts';
import { finalizeGoogle } from '#contracts/accounts/google.ts';
import { tooYoung } from '#contracts/accounts/guardians.ts';
import { getProfile } from '#contracts/accounts/profile.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import {
  addGooglePerson,
  credentialOf,
  enterAs,
  finalizeBody,
  joinWithGoogle,
  leaveForGoogle,
  registrationOf,
} from '#tests/support/people/google.ts';
import { join, picture, signUpBody } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { idOf } from './support/accounts.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

const finalize = (googleId: string, overrides: object = {}) =>
  callApi(product.url, finalizeGoogle, { body: finalizeBody(googleId, overrides) });
const profileOf = async (token: string) => (await callApi(product.url, getProfile, {}, token)).body.data;
const countOf = async (table: string, where: string, value: string) => {
  const [row] = await product.db.query(`SELECT count(*)::int AS n FROM ${table} WHERE ${where} = $1`, [
    value,
  ]);
  return row.n;
};

describe('a new user who signs in with Google', () => {
  // ASVS 1.3.3
  it('gets a name without web addresses, because mails to other people contain it', async () => {
    const nameOf = async (name: string, email?: string) => {
      const person = await addGooglePerson(product, { name, ...(email && { email }) });
      return (await registrationOf(product, person)).fullName;
    };
    expect(await nameOf('Pay at evil.example now')).toBe('Pay at evil example now');
    expect(await nameOf('=?utf-8?B?ZXZpbA==?=')).toBe('utf-8 B ZXZpbA');
    expect(await nameOf('://', 'www.evil.com@gmail.com')).toBe('www evil com');
  });

  it('must complete the registration, and then has a confirmed account without a password', async () => {
    const person = await addGooglePerson(product, { name: 'Zola Amara Tesfaye' });
    const { body } = await enterAs(product, person);
    expect(body).toEqual({
      message: 'Complete registration',
      data: {
        fullName: 'Zola Amara Tesfaye',
        email: person.email,
        profilePictureUrl: `${product.sandbox.googleIssuer}/people/${person.sub}/picture.svg`,
        googleId: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      },
    });
    const response = await finalize(await ticketOf(person));
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      message: 'Registration completed successfully!',
      data: { token: expect.any(String), role: 'learner', firstName: 'Zola' },
    });
    expect(await profileOf(response.body.data.token)).toMatchObject({
      email: person.email,
      fullName: 'Zola Amara Tesfaye',
      isEmailVerified: true,
      hasPassword: false,
      hasGoogle: true,
      role: 'learner',
      country: 'Ghana',
      gender: 'female',
      phoneNumber: '+234 801 234 5678',
      profilePicture: null,
    });
  });

  it('who is younger than 13 gets no account, and reads that a guardian may sign up', async () => {
    const person = await addGooglePerson(product);
    const adultFrom = `${new Date().getUTCFullYear() + 6}-12-01`;
    const age = { isAdult: false, guardianEmail: 'mum@people.example', adultFrom };
    const { status, body } = await finalize(await ticketOf(person), age);
    expect([status, body]).toMatchObject([422, { errors: { adultFrom: tooYoung } }]);
    expect(await countOf('users', 'email', person.email)).toBe(0);
  });

  // ASVS 6.8.1, 10.5.2
  it('is signed in from then on, also with another address at Google', async () => {
    const person = await addGooglePerson(product);
    await joinWithGoogle(product, person);
    const again = await enterAs(product, person);
    expect([again.status, again.body.message]).toEqual([200, 'Welcome back!']);
    expect(again.body.data).toEqual({ token: expect.any(String), role: 'learner', firstName: 'Amara' });
    const moved = await enterAs(
      product,
      await addGooglePerson(product, { ...person, email: 'moved@post.example' }),
    );
    expect((await profileOf((moved.body.data as { token: string }).token)).email).toBe(person.email);
  });

  it('cannot be signed in by any password, nor sign up once more', async () => {
    const person = await addGooglePerson(product);
    await joinWithGoogle(product, person);
    for (const password of ['', 'null', 'undefined', 'correct horse battery']) {
      const { status } = await callApi(product.url, signIn, { body: { email: person.email, password } });
      expect([401, 422]).toContain(status);
    }
    const body = signUpBody('learner', { email: person.email });
    expect((await callApi(product.url, onboard, { body, file: await picture() })).status).toBe(409);
  });
});

async function ticketOf(person: Parameters<typeof registrationOf>[1]): Promise<string> {
  return (await registrationOf(product, person)).googleId;
}

describe('a ticket', () => {
  const issuer = 'courselift';
  const audience = 'courselift-google-registration';
  const victim = 'victim@gmail.com';
  /** A ticket for the victim, as the product would sign it but for what is changed. */
  const ticket = ({
    alg = 'HS256',
    secret = product.config.token.secret as Uint8Array,
    iss = issuer,
    aud = audience,
    jti = crypto.randomUUID() as string | null,
    expires = '30m' as string | null,
    from = null as string | null,
    claims = { sub: '1', email: victim, name: 'Victim' } as object,
  }) => {
    const jwt = new SignJWT({ ...claims })
      .setProtectedHeader({ alg })
      .setIssuer(iss)
      .setAudience(aud)
      .setIssuedAt();
    if (jti) jwt.setJti(jti);
    if (expires) jwt.setExpirationTime(expires);
    if (from) jwt.setNotBefore(from);
    return jwt.sign(secret);
  };
  const changed = async (change: (parts: string[]) => string[]) =>
    change((await ticketOf(await addGooglePerson(product))).split('.')).join('.');
  const rewritten = (change: object) =>
    changed(([header = '', payload = '', signature = '']) => {
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      return [header, Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url'), signature];
    });

  it.each<[string, () => Promise<string> | string]>([
    ['signed with another secret', () => ticket({ secret: Buffer.alloc(32, 7) })],
    ['signed with an empty secret', () => ticket({ secret: Buffer.alloc(32) })],
    ['of another algorithm of the same family', () => ticket({ alg: 'HS512' })],
    [
      'of no algorithm',
      () =>
        new UnsecuredJWT({ sub: '1', email: victim, name: 'V', jti: crypto.randomUUID() })
          .setIssuer(issuer)
          .setAudience(audience)
          .setExpirationTime('30m')
          .encode(),
    ],
    ['of another issuer', () => ticket({ iss: 'https://accounts.google.com' })],
    ['for a session', () => ticket({ aud: 'courselift-web' })],
    ['for the newsletter', () => ticket({ aud: 'courselift-newsletter-confirm' })],
    ['for the state of a redirect', () => ticket({ aud: 'courselift-google-state' })],
    ['that has run out', () => ticket({ expires: '-1s' })],
    ['that never runs out', () => ticket({ expires: null })],
    ['that begins later', () => ticket({ from: '10m' })],
    ['without a number', () => ticket({ jti: null })],
    ['whose number is no id', () => ticket({ jti: "' OR 1=1 --" })],
    ['without a person', () => ticket({ claims: { email: victim, name: 'V' } })],
    ['without an address', () => ticket({ claims: { sub: '1', name: 'V' } })],
    ['whose address is a list', () => ticket({ claims: { sub: '1', email: [victim], name: 'V' } })],
    ['with another address written in', () => rewritten({ email: victim })],
    ['with another person written in', () => rewritten({ sub: '1' })],
    ['with another number written in', () => rewritten({ jti: crypto.randomUUID() })],
    ['with a later end written in', () => rewritten({ exp: 9_999_999_999 })],
    ['without its signature', () => changed(([header = '', payload = '']) => [header, payload, ''])],
    ['cut short', () => changed((parts) => parts.map((part) => part.slice(0, -4)))],
    ['that is a session', async () => (await join(product.url, 'learner')).token],
    [
      'that is the cookie of a redirect',
      async () => (await leaveForGoogle(product)).cookie.split('=')[1] ?? '',
    ],
    ['that is a token of Google’s', async () => credentialOf(product, await addGooglePerson(product))],
    ['that is Google’s id of a person', async () => (await addGooglePerson(product)).sub],
    ['that is the id of an account', async () => idOf(product, await join(product.url, 'learner'))],
    ['that is garbage', () => 'a.b.c'],
  ])('%s is refused', async (_, make) => {
    const before = await product.db.query('SELECT count(*)::int AS n FROM google_identities');
    const { status, body } = await finalize(await make());
    expect([status, body]).toEqual([
      422,
      { message: 'This registration has expired. Please sign in with Google again.' },
    ]);
    expect(await product.db.query('SELECT count(*)::int AS n FROM google_identities')).toEqual(before);
    expect(await countOf('users', 'email', victim)).toBe(0);
  });

  // ASVS 6.5.1
  it('is good once', async () => {
    const googleId = await ticketOf(await addGooglePerson(product));
    expect((await finalize(googleId)).status).toBe(201);
    const again = await finalize(googleId, { role: 'sponsor' });
    expect([again.status, again.body.message]).toEqual([
      409,
      'This registration is finished already. Please sign in with Google.',
    ]);
  });

  it('is good once even when the account is gone meanwhile', async () => {
    const person = await addGooglePerson(product);
    const googleId = await ticketOf(person);
    await finalize(googleId);
    await product.db.query('DELETE FROM users WHERE email = $1', [person.email]);
    expect((await finalize(googleId)).status).toBe(409);
  });

  it.each(['the same ticket', 'two tickets'])(
    'makes one account when sent twenty times at once: %s',
    async (kind) => {
      const person = await addGooglePerson(product);
      const tickets = [await ticketOf(person), await ticketOf(person)];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, turn) =>
          finalize(tickets[kind === 'two tickets' ? turn % 2 : 0] ?? ''),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
      expect(await countOf('users', 'email', person.email)).toBe(1);
      expect(await countOf('google_identities', 'sub', person.sub)).toBe(1);
    },
  );

  it('makes one account for one person, also when the address at Google changed between two tickets', async () => {
    const person = await addGooglePerson(product);
    const first = await ticketOf(person);
    const moved = await addGooglePerson(product, { ...person, email: `moved-${person.email}` });
    const second = await ticketOf(moved);
    expect((await finalize(first)).status).toBe(201);
    expect((await finalize(second)).status).toBe(409);
    expect(await countOf('users', 'email', moved.email)).toBe(0);
  });

  it('does not make an account whose address was taken meanwhile, but Google then opens that one', async () => {
    const person = await addGooglePerson(product);
    const googleId = await ticketOf(person);
    await join(product.url, 'sponsor', { email: person.email, isVerified: false });
    const refused = await finalize(googleId);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'An account with this email already exists. Please sign in instead.',
    ]);
    expect((await enterAs(product, person)).body).toMatchObject({
      message: 'Welcome back!',
      data: { role: 'sponsor' },
    });
  });
});

describe('what the browser says about the person', () => {
  it('changes nothing: the ticket alone counts', async () => {
    const asked: string[] = [];
    const foreign = createServer((req, res) => {
      asked.push(req.url ?? '');
      res.end();
    });
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    const { port } = foreign.address() as AddressInfo;
    const person = await addGooglePerson(product, { name: 'Real Name' });
    const { status, body } = await finalize(await ticketOf(person), {
      email: 'victim@gmail.com',
      fullName: 'Somebody Else',
      profilePictureUrl: `http://127.0.0.1:${port}/me.png`,
      sub: '1',
      emailVerified: false,
      isSample: true,
      passwordHash: 'x',
    });
    expect([status, body.data.firstName]).toEqual([201, 'Real']);
    expect(await profileOf(body.data.token)).toMatchObject({
      email: person.email,
      fullName: 'Real Name',
      profilePicture: null,
    });
    expect(await countOf('users', 'email', 'victim@gmail.com')).toBe(0);
    expect(asked).toEqual([]);
    await new Promise((resolve) => foreign.close(resolve));
  });

  it.each(['operator', 'admin', 'ops', '', 'Learner', ['learner'], null])(
    'does not make the role %j',
    async (role) => {
      const person = await addGooglePerson(product);
      const googleId = await ticketOf(person);
      const refused = await finalize(googleId, { role });
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['role']]);
      expect(await countOf('users', 'email', person.email)).toBe(0);
      expect((await finalize(googleId, { role: 'sponsor' })).body.data.role).toBe('sponsor');
    },
  );

  it('is completed from any country by a sponsor, and by a learner from Africa only', async () => {
    const googleId = await ticketOf(await addGooglePerson(product));
    const elsewhere = { country: 'BR', phoneNumber: '(11) 91234-5678' };
    const refused = await finalize(googleId, { ...elsewhere, role: 'learner' });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['country']]);
    expect((await finalize(googleId, { ...elsewhere, role: 'sponsor' })).status).toBe(201);
    expect(await countOf('users', 'phone_number', '+55 11 91234 5678')).toBe(1);
  });

  it('must have phone, country and gender in order', async () => {
    const refused = await finalize('x', { phoneNumber: '12', country: 'Atlantis', gender: 'x' });
    expect([refused.status, Object.keys(refused.body.errors ?? {}).sort()]).toEqual([
      422,
      ['country', 'gender', 'phoneNumber'],
    ]);
    const empty = await finalize('x', { phoneNumber: ' ', gender: '', role: '' });
    expect([empty.status, empty.body.message]).toEqual([422, 'Please fill in all required fields']);
  });
});
