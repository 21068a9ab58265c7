import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onboard } from '#contracts/accounts/accounts.ts';
import { learnersCountry } from '#contracts/accounts/countries.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { rawCall } from '#tests/security/support/raw-call.ts';
import { join, picture, signUpBody } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

const path = '/api/user/onboard';
const notRight = 'Please fill in all required fields correctly';

async function signUp(overrides: object = {}) {
  return callApi(product.url, onboard, { body: signUpBody('learner', overrides), file: await picture() });
}

async function userCount(): Promise<number> {
  const [{ count }] = await product.db.query('SELECT count(*)::int AS count FROM users');
  return count;
}

describe('sign-up fields', () => {
  // ASVS 2.2.1
  it.each([
    ['email', '', 'Email is required.'],
    ['email', 'ada@people', 'Please enter a valid email address.'],
    ['password', '', 'Password is required.'],
    ['password', '1234567', 'Password must be at least 8 characters long.'],
    ['password', 'x'.repeat(1_025), 'Password must be at most 1,024 bytes long.'],
    ['fullName', '   ', 'First name is required.'],
    ['fullName', 'x'.repeat(122), 'Please use at most 121 characters.'],
    [
      'fullName',
      'Pay at evil.example',
      'Please enter a name without web or email addresses. After a dot, please put a space.',
    ],
    ['phoneNumber', '', 'Please enter a valid phone number.'],
    ['phoneNumber', '+1 23', 'Please enter a valid phone number.'],
    ['phoneNumber', '(12) 345/678', 'Please enter a valid phone number.'],
    ['country', '', 'Please select your country.'],
    ['country', 'Atlantis', 'Please select your country.'],
    ['country', 'nigeria', 'Please select your country.'],
    ['country', 'DE', learnersCountry],
    ['gender', '', 'Please select your gender.'],
    ['gender', 'other', 'Please select your gender.'],
    ['role', '', 'Please select your goal.'],
    ['role', 'operator', 'Please select your goal.'],
    ['role', 'ops', 'Please select your goal.'],
    ['role', 'admin', 'Please select your goal.'],
    ['role', 'Learner', 'Please select your goal.'],
  ])('rejects %s %j', async (field, value, message) => {
    const before = await userCount();
    const response = await signUp({ [field]: value });
    expect([response.status, response.body]).toEqual([422, { message, errors: { [field]: message } }]);
    expect(await userCount()).toBe(before);
  });

  it.each([
    ['sponsor', 'DE', '030 90260', '+49 30 90260'],
    ['sponsor', 'DE', '+49 (0)30/90260', '+49 30 90260'],
    ['sponsor', 'US', '(212) 555-0123', '+1 212 555 0123'],
    ['sponsor', 'FR', '01.42.76.40.40', '+33 1 42 76 40 40'],
    ['sponsor', 'Kenya', '+44 20 7946 0958', '+44 20 7946 0958'],
    ['learner', 'Nigeria', '08012345678', '+234 801 234 5678'],
    ['learner', 'Nigeria', '+234-801-234-5678', '+234-801-234-5678'],
    // Not valid anywhere, but of the specification's form.
    ['learner', 'Nigeria', '12345678', '12345678'],
    ['sponsor', 'AQ', '12345678', '12345678'],
  ] as const)('accept a %s in %s with the number %s', async (role, country, phoneNumber, stored) => {
    const body = signUpBody(role, { country, phoneNumber });
    expect(await callApi(product.url, onboard, { body, file: await picture() })).toMatchObject({
      status: 201,
    });
    const query = 'SELECT country, phone_number AS phone FROM users WHERE email = $1';
    expect(await product.db.query(query, [body.email])).toEqual([{ country, phone: stored }]);
  });

  it('all have an error when nothing is filled in', async () => {
    const form = new FormData();
    form.append('unknown', 'field');
    const response = await fetch(`${product.url}${path}`, { method: 'POST', body: form });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      message: notRight,
      errors: {
        email: 'Email is required.',
        password: 'Password is required.',
        fullName: 'First name is required.',
        phoneNumber: 'Please enter a valid phone number.',
        country: 'Please select your country.',
        gender: 'Please select your gender.',
        role: 'Please select your goal.',
        profilePicture: 'Profile picture is required.',
      },
    });
  });

  // ASVS 15.3.5, 15.3.6, 15.3.7
  it('cannot be sent twice, as an object, or as a property of Object.prototype', async () => {
    for (const name of [
      'email',
      'email[x]',
      'email[]',
      '__proto__',
      '__proto__[email]',
      'constructor[prototype][x]',
    ]) {
      const form = new FormData();
      const { email: _left, ...rest } = signUpBody('learner');
      for (const [key, value] of Object.entries(rest)) form.append(key, value);
      form.append(name, 'one@people.example');
      form.append(name, 'two@people.example');
      form.append('profilePicture', await picture(), 'me.png');
      const response = await fetch(`${product.url}${path}`, { method: 'POST', body: form });
      expect([name, response.status, await response.json()]).toMatchObject([
        name,
        422,
        { errors: { email: 'Email is required.' } },
      ]);
    }
    expect(({} as Record<string, unknown>).email).toBeUndefined();
  });

  // ASVS 15.3.3
  it('ignores fields that only the server sets', async () => {
    const body = signUpBody('learner', {
      emailVerifiedAt: '2020-01-01',
      isSample: 'true',
      id: crypto.randomUUID(),
    });
    expect((await callApi(product.url, onboard, { body, file: await picture() })).status).toBe(201);
    const [row] = await product.db.query(
      'SELECT id, email_verified_at, is_sample FROM users WHERE email = $1',
      [body.email],
    );
    expect(row).toMatchObject({ email_verified_at: null, is_sample: false });
    expect(row.id).not.toBe((body as { id?: string }).id);
  });
});

describe('an account', () => {
  it('responds with a message only, and stores the email in lower case', async () => {
    const response = await signUp({ email: ' Mixed.Case@People.EXAMPLE ' });
    expect([response.status, response.body]).toEqual([
      201,
      { message: 'Your account is ready. Please sign in.' },
    ]);
    const known = await callApi(product.url, signIn, {
      body: { email: 'MIXED.case@people.example', password: 'correct horse battery' },
    });
    expect(known.body.data.role).toBe('learner');
  });

  it('is unique per address, ignoring case', async () => {
    const { email } = await join(product.url, 'learner');
    const before = await userCount();
    const taken = 'An account with this email already exists. Please sign in instead.';
    for (const typed of [email, email.toUpperCase(), ` ${email} `]) {
      const response = await signUp({ email: typed, role: 'sponsor' });
      expect([response.status, response.body]).toEqual([409, { message: taken, errors: { email: taken } }]);
    }
    expect(await userCount()).toBe(before);
  });

  it('is created once when the same form arrives five times concurrently', async () => {
    const overrides = { email: 'at-once@people.example' };
    const responses = await Promise.all(Array.from({ length: 5 }, () => signUp(overrides)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    'Ọláńrewájú Àjàyí',
    '李 小龍',
    'محمد علي',
    "D'Arcy <b>Øde</b>",
    '👩‍🎓 Ada',
    "Robert'); DROP TABLE users;--",
  ])('stores the name %s unchanged', async (fullName) => {
    const { email } = await join(product.url, 'learner', { fullName });
    const [row] = await product.db.query('SELECT full_name FROM users WHERE email = $1', [email]);
    expect(row.full_name).toBe(fullName);
  });

  // ASVS 14.2.4
  it('stores its password as an argon2id hash and nowhere in plain text', async () => {
    const { email } = await join(product.url, 'sponsor', { password: 'clear-words-of-a-sponsor' });
    const [row] = await product.db.query(
      'SELECT to_jsonb(u)::text AS row, password_hash FROM users u WHERE email = $1',
      [email],
    );
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    expect(row.row).not.toContain('clear-words-of-a-sponsor');
  });
});

describe('a malformed form', () => {
  const boundary = 'x';
  const part = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const end = `--${boundary}--\r\n`;

  it.each([
    ['has no boundary', 'multipart/form-data', part('email', 'a') + end, 400],
    ['has another boundary than it says', 'multipart/form-data; boundary=y', part('email', 'a') + end, 400],
    ['ends in the middle', `multipart/form-data; boundary=${boundary}`, part('email', 'a'), 400],
    ['is empty', `multipart/form-data; boundary=${boundary}`, '', 400],
    ['is JSON', 'application/json', '{"email":"ada@people.example"}', 415],
    ['is text', 'text/plain', 'hello', 415],
    ['has 21 fields', `multipart/form-data; boundary=${boundary}`, part('f', 'v').repeat(21) + end, 400],
    [
      'has 10,000 fields',
      `multipart/form-data; boundary=${boundary}`,
      part('f', 'v').repeat(10_000) + end,
      400,
    ],
    [
      'has a very long field',
      `multipart/form-data; boundary=${boundary}`,
      part('f', 'v'.repeat(9_000)) + end,
      413,
    ],
    [
      'has a very long name',
      `multipart/form-data; boundary=${boundary}`,
      part('f'.repeat(200), 'v') + end,
      400,
    ],
  ])('%s', async (_, contentType, body, status) => {
    const response = await rawCall(product.url, path, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    });
    expect([response.status, typeof response.json?.message]).toEqual([status, 'string']);
  });

  it('may be aborted by the sender at each tenth without harm to the server', async () => {
    const form = new FormData();
    for (const [key, value] of Object.entries(signUpBody('learner'))) form.append(key, value);
    form.append('profilePicture', new Blob([new Uint8Array(300_000)]), 'me.png');
    const whole = new Request('http://x', { method: 'POST', body: form });
    const bytes = Buffer.from(await whole.arrayBuffer());
    const headers = {
      'content-type': whole.headers.get('content-type') ?? '',
      'content-length': String(bytes.length),
    };
    for (let tenth = 0; tenth < 10; tenth += 1) {
      await new Promise<void>((resolve) => {
        const call = request(`${product.url}${path}`, { method: 'POST', headers, agent: false });
        call.once('error', () => {});
        call.once('close', resolve);
        call.write(bytes.subarray(0, 1 + Math.floor((bytes.length * tenth) / 10)), () => call.destroy());
      });
    }
    expect((await fetch(`${product.url}/health/ready`)).status).toBe(200);
    expect((await signUp()).status).toBe(201);
  });
});
