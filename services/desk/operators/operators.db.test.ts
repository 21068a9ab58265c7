import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOperator, signOutOperator } from '#contracts/desk/operators.ts';
import {
  callDesk,
  cookieOf,
  enterDesk,
  joinDesk,
  type TestOperator,
} from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { totpCode } from './second-factor.ts';

const stepMs = 30_000;

let product: TestProduct;
let ada: TestOperator;
beforeAll(async () => {
  product = await startTestProduct();
  ada = await joinDesk(product, 'operator', 'Ada');
});
afterAll(() => product?.close());

const me = async (cookie: string, headers?: Record<string, string>) =>
  (await callDesk(product.url, getOperator, {}, cookie, headers)).status;

describe('signing in to the desk', () => {
  // ASVS 3.3.2, 3.3.4, 6.3.4, 7.2.3
  it('needs the password and then a code, and starts a session in an httpOnly, same-site cookie', async () => {
    const first = await enterDesk(product.url, ada);
    expect(first).toMatchObject({ status: 200, body: { data: { isSignedIn: false } } });
    expect(first.headers.get('set-cookie')).toBeNull();
    const second = await enterDesk(product.url, ada, totpCode(ada.totpSecret));
    expect(second).toMatchObject({ status: 200, body: { data: { isSignedIn: true } } });
    const cookie = second.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^courselift-desk=[\w-]{43}; .*HttpOnly; SameSite=Strict$/);
    expect(JSON.stringify(second.body)).not.toContain(cookieOf(cookie).split('=')[1]);
    const answer = await callDesk(product.url, getOperator, {}, cookieOf(cookie));
    expect(answer.body.data).toEqual({
      id: ada.id,
      fullName: 'Ada',
      isLead: false,
      hasFourEyes: false,
      waiting: { approvals: 0, cases: 0 },
    });
    const other = await joinDesk(product);
    const wrong = [
      await enterDesk(product.url, { ...other, password: 'wrong' }),
      await enterDesk(product.url, { ...other, email: 'nobody@staff.example' }),
    ];
    expect(wrong.map(({ status, body }) => [status, body.message])).toEqual([
      [401, 'Email or password is incorrect.'],
      [401, 'Email or password is incorrect.'],
    ]);
  });

  // ASVS 6.5.1
  it('accepts a code once, also when it is sent several times at the same moment, and no older one', async () => {
    const operator = await joinDesk(product);
    const code = totpCode(operator.totpSecret);
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await enterDesk(product.url, operator, code)).status),
    );
    expect(statuses.sort()).toEqual([200, 422, 422]);
    const older = totpCode(operator.totpSecret, Date.now() - stepMs);
    expect((await enterDesk(product.url, operator, older)).status).toBe(422);
  });

  // ASVS 6.5.1
  it('accepts each recovery code once, however it is written', async () => {
    const operator = await joinDesk(product);
    const [code = '', other = ''] = operator.recoveryCodes;
    const statuses = [];
    for (const typed of [code.toLowerCase().replaceAll('-', ' '), code, other, ada.recoveryCodes[0]])
      statuses.push((await enterDesk(product.url, operator, typed)).status);
    expect(statuses).toEqual([200, 422, 200, 422]);
    const stored = await product.db.query('SELECT code_hash FROM recovery_codes');
    expect(JSON.stringify(stored)).not.toContain(code);
  });

  // ASVS 6.3.1
  it('slows down after five wrong codes, also for the right one, and the wait grows', async () => {
    const operator = await joinDesk(product);
    for (let tries = 0; tries < 5; tries++)
      expect((await enterDesk(product.url, operator, 'wrong')).status).toBe(422);
    const blocked = await enterDesk(product.url, operator, totpCode(operator.totpSecret));
    expect([blocked.status, Number(blocked.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const waitOf = async () => {
      const [row] = await product.db.query(
        'SELECT extract(epoch FROM blocked_until - now())::float8 AS s FROM operators WHERE user_id = $1',
        [operator.id],
      );
      await product.db.query('UPDATE operators SET blocked_until = now() WHERE user_id = $1', [operator.id]);
      return row.s;
    };
    const first = await waitOf();
    await enterDesk(product.url, operator, 'wrong');
    expect(await waitOf()).toBeGreaterThan(first);
    expect((await enterDesk(product.url, operator, operator.recoveryCodes[0])).status).toBe(200);
  });
});

// ASVS 6.2.2, 6.2.3, 7.4.3
it('an operator changes the password with the current one and a code, and every other session ends', async () => {
  const operator = await joinDesk(product);
  const [first = '', second = '', third = ''] = operator.recoveryCodes;
  const newPassword = 'another correct horse';
  const changed = await enterDesk(product.url, operator, first, { newPassword });
  expect(changed.status).toBe(200);
  expect(await me(operator.cookie)).toBe(404);
  expect(await me(cookieOf(changed.headers.get('set-cookie')))).toBe(200);
  expect((await enterDesk(product.url, operator, second)).status).toBe(401);
  expect((await enterDesk(product.url, { ...operator, password: newPassword }, third)).status).toBe(200);
});

describe('a session of the desk', () => {
  // ASVS 7.3.1, 7.3.2
  it.each([
    ['8 hours after its start', `expires_at = now()`],
    ['after 30 minutes without use', `last_seen_at = now() - interval '30 minutes'`],
    ['when it is ended', `ended_at = now()`],
  ])('ends %s', async (_, change) => {
    const { cookie, id } = await joinDesk(product);
    expect(await me(cookie)).toBe(200);
    await product.db.query(`UPDATE operator_sessions SET ${change} WHERE operator_id = $1`, [id]);
    expect(await me(cookie)).toBe(404);
  });

  it('ends with the access of its operator, also when it began at the same moment', async () => {
    const { cookie, id } = await joinDesk(product);
    await product.db.query('UPDATE operators SET ended_at = now() WHERE user_id = $1', [id]);
    expect(await me(cookie)).toBe(404);
  });

  it('is prolonged by use, not by requests that the page sends by itself', async () => {
    const { cookie, id } = await joinDesk(product);
    const age = async (headers?: Record<string, string>) => {
      await product.db.query(
        `UPDATE operator_sessions SET last_seen_at = now() - interval '20 minutes' WHERE operator_id = $1`,
        [id],
      );
      expect(await me(cookie, headers)).toBe(200);
      const [row] = await product.db.query(
        `SELECT last_seen_at < now() - interval '19 minutes' AS old FROM operator_sessions WHERE operator_id = $1`,
        [id],
      );
      return row.old;
    };
    expect([await age(), await age({ 'x-background': '1' })]).toEqual([false, true]);
  });

  // ASVS 7.2.4
  it('is replaced by the next sign-in of the same browser', async () => {
    const operator = await joinDesk(product);
    const [code = ''] = operator.recoveryCodes;
    const again = await enterDesk(product.url, operator, code, { cookie: operator.cookie });
    expect(await me(operator.cookie)).toBe(404);
    expect(await me(cookieOf(again.headers.get('set-cookie')))).toBe(200);
  });

  // ASVS 7.4.1
  it('ends with the sign-out', async () => {
    const { cookie } = await joinDesk(product);
    const left = await callDesk(product.url, signOutOperator, {}, cookie);
    expect([left.status, left.headers.get('set-cookie')]).toEqual([
      200,
      expect.stringContaining('Max-Age=0'),
    ]);
    expect(await me(cookie)).toBe(404);
  });

  // ASVS 3.5.1
  it('cannot be used by another site or another port of this host', async () => {
    const { cookie } = await joinDesk(product);
    const from = async (headers: Record<string, string>) =>
      (await callDesk(product.url, signOutOperator, {}, cookie, headers)).status;
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await from({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await from({ origin: 'http://localhost:1' })).toBe(403);
    expect(await from({ origin: product.url, 'sec-fetch-site': 'same-origin' })).toBe(200);
  });
});
