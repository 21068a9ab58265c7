import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateLimits } from '#contracts/limits.ts';
import { type RawResponse, rawCall, sendText } from '#tests/security/support/raw-call.ts';
import { fileRequest, join, requestBody, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let rival: SignedIn;
beforeAll(async () => {
  product = await startTestProduct({ RATE_LIMIT_FACTOR: '1' });
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  rival = await join(product.url, 'sponsor');
});
afterAll(() => product?.close());

const hourS = 3_600;

/** Calls `count` times in sequence. */
async function times(count: number, call: () => Promise<RawResponse>): Promise<RawResponse[]> {
  const responses: RawResponse[] = [];
  for (let turn = 0; turn < count; turn += 1) responses.push(await call());
  return responses;
}

/** Expects that a call is accepted `max` times and then rejected until the window, which began with the first, ends. */
async function expectLimit(max: number, windowS: number, call: () => Promise<RawResponse>): Promise<void> {
  const startedMs = performance.now();
  const accepted = await times(max, call);
  expect(accepted.map(({ status }) => status)).not.toContain(429);
  const [rejected] = await times(1, call);
  expect([rejected?.status, rejected?.json?.message]).toEqual([
    429,
    expect.stringMatching(
      /^Too many tries\. Please wait (\d+ seconds|a minute|\d+ minutes|an hour|\d+ hours) and try again\.$/,
    ),
  ]);
  const waitS = Number(rejected?.headers['retry-after']);
  // The calls may take long on a slow machine; the rest of the window is shorter by that time.
  const spentS = (performance.now() - startedMs) / 1000;
  expect(waitS).toBeGreaterThan(windowS * 0.9 - spentS);
  expect(waitS).toBeLessThanOrEqual(windowS);
}

function enter(email: string, password: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  const body = JSON.stringify({ email, password });
  return rawCall(product.url, '/api/user/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

const post = (path: string, body: object, who?: SignedIn) => () =>
  sendText(product.url, path, JSON.stringify(body), who?.token);
const get = (path: string, who: SignedIn) => () =>
  rawCall(product.url, path, { headers: { authorization: `Bearer ${who.token}` } });

describe('rate limits', () => {
  // ASVS 2.4.1
  it('have the decided values', () => {
    expect(
      Object.fromEntries(
        Object.entries(rateLimits).map(([name, { max, windowMs }]) => [name, [max, windowMs / 1000]]),
      ),
    ).toEqual({
      signIn: [5, 900],
      operatorSignIn: [10, 900],
      signUp: [5, hourS],
      newsletter: [3, hourS],
      waitlist: [5, hourS],
      pageErrors: [20, hourS],
      requests: [5, 24 * hourS],
      changes: [30, hourS],
      recipients: [20, 24 * hourS],
      draw: [90, hourS],
      pledge: [10, hourS],
      meet: [30, hourS],
      meetingReplies: [20, hourS],
      notify: [3, 24 * hourS],
      initiate: [10, hourS],
      verify: [30, 60],
      links: [20, hourS],
      mailMe: [5, hourS],
      forgotPassword: [5, hourS],
      checkPassword: [10, hourS],
      sharing: [60, hourS],
      reports: [10, 24 * hourS],
      saves: [60, hourS],
      own: [120, 60],
      live: [60, 60],
      uploads: [10, hourS],
      google: [20, 900],
      browse: [120, 60],
    });
  });

  // ASVS 6.3.1
  it('sign-in: 5 for an account and address, however the address is written, and not for others', async () => {
    const spellings = [learner.email, learner.email.toUpperCase(), ` ${learner.email}`];
    let turn = 0;
    await enter(learner.email, 'wrong words');
    // One attempt was used above.
    await expectLimit(4, 900, () => enter(spellings[turn++ % 3] ?? '', 'wrong words'));
    expect((await enter(learner.email, learner.password)).status).toBe(429);
    expect((await enter(sponsor.email, sponsor.password)).status).toBe(200);
  });

  // ASVS 4.1.3, 15.3.4
  it('sign-in: a forged X-Forwarded-For header does not change the address', async () => {
    const email = 'forged@people.example';
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        enter(email, 'wrong words', {
          'x-forwarded-for': `10.0.0.${index}`,
          'x-real-ip': `10.0.1.${index}`,
          forwarded: `for=10.0.2.${index}`,
        }),
      ),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('sign-up: 5 for an address, counted before the form is read', async () => {
    const form = {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--\r\n',
    };
    await expectLimit(5, hourS, () => rawCall(product.url, '/api/user/onboard', form));
  });

  it('newsletter: 3 for an address', async () => {
    await expectLimit(3, hourS, post('/api/user/email-capture', { email: 'a@people.example' }));
  });

  it('forgotten passwords: 5 for an address, whatever the accounts, and a rejected call stores nothing', async () => {
    const forget = () =>
      post('/api/user/forgot-password', { email: `${crypto.randomUUID()}@people.example` })();
    await expectLimit(5, hourS, forget);
    await Promise.all(Array.from({ length: 40 }, forget));
    const [stored] = await product.db.query(
      `SELECT (SELECT count(*)::int FROM password_resets) AS requests,
              (SELECT count(*)::int FROM outbox WHERE job = 'mail.process-password-reset') AS jobs`,
    );
    expect(stored).toEqual({ requests: 5, jobs: 5 });
  });

  it('errors of pages: 20 for an address', async () => {
    const error = { page: '/', component: 'A', error: 'TypeError', release: 'a1' };
    await expectLimit(20, hourS, post('/api/page-errors', error));
  });
  it('waitlist: 5 for an address', async () => {
    await expectLimit(5, hourS, post('/api/waitlist', { wish: 'dap' }));
  });

  it('requests: 5 a day', async () => {
    await expectLimit(5, 24 * hourS, post('/api/course/request', requestBody(), learner));
  });

  it('do not count invalid requests', async () => {
    const other = await join(product.url, 'learner');
    await times(7, post('/api/course/request', requestBody({ link: '' }), other));
    expect(await fileRequest(product.url, other)).toMatch(/^[\da-f-]{36}$/);
  });

  it('notices: 3 a day for a sponsor and request, and not for another of them', async () => {
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    await expectLimit(3, 24 * hourS, post('/api/course/meet/notify', { requestId: first }, sponsor));
    for (const [requestId, who] of [
      [second, sponsor],
      [first, rival],
    ] as const)
      expect((await post('/api/course/meet/notify', { requestId }, who)()).status).toBe(404);
  });

  it('payments: 10 starts an hour, 30 verifications a minute, and not for another sponsor', async () => {
    const payment = { requestID: crypto.randomUUID(), amount: 1, currency: 'NGN' };
    await expectLimit(10, hourS, post('/api/course/initiate/pay', payment, sponsor));
    await expectLimit(30, 60, get('/api/course/verify/pay?reference=pay-x', sponsor));
    expect(
      (await get(`/api/course/approve/payment?requestId=${payment.requestID}&ref=x`, sponsor)()).status,
    ).toBe(429);
    expect((await post('/api/course/initiate/pay', payment, rival)()).status).toBe(404);
    expect((await get('/api/course/verify/pay?reference=pay-x', rival)()).status).toBe(404);
  });

  it('meetings: 30 an hour', async () => {
    await expectLimit(30, hourS, post(`/api/course/meet/${crypto.randomUUID()}`, {}, sponsor));
  });

  it('replies to meetings: 20 an hour', async () => {
    const path = `/api/meeting/${crypto.randomUUID()}/reply`;
    await expectLimit(20, hourS, post(path, { answer: 'decline' }, learner));
  });

  // ASVS 2.4.1
  it('lists: 120 a minute for an address', async () => {
    await expectLimit(120, 60, () => rawCall(product.url, '/api/course/get'));
  });

  it('a dashboard: 120 reads a minute and 60 saved courses an hour, and not for another user', async () => {
    const course = { title: 'Learn to weave', description: '', link: 'https://weave.example' };
    const own = `/api/course/request/${crypto.randomUUID()}`;
    // Concurrently, so that a slow machine makes all calls within the minute.
    const statuses = async (count: number, call: () => Promise<RawResponse>) =>
      new Set((await Promise.all(Array.from({ length: count }, call))).map(({ status }) => status));
    const save = post('/api/dashboard/add', course, learner);
    expect([await statuses(30, save), await statuses(30, save)].map((all) => all.has(429))).toEqual([
      false,
      false,
    ]);
    expect((await save()).status).toBe(429);
    for (let round = 0; round < 4; round += 1)
      expect(await statuses(30, get(own, learner))).toEqual(new Set([404]));
    for (const path of ['/api/dashboard', own, `${own}/invitations`])
      expect((await get(path, learner)()).status).toBe(429);
    expect((await get('/api/dashboard', sponsor)()).status).toBe(200);
    expect((await post('/api/dashboard/add', course, sponsor)()).status).toBe(201);
  });

  it('do not apply to webhooks of the provider', async () => {
    const responses = await times(40, () =>
      rawCall(product.url, '/api/course/webhook/paystack', { method: 'POST' }),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
  });
});

// ASVS 4.1.3, 15.3.4
it('uses the client address that the last trusted proxy sends', async () => {
  const behind = await startTestProduct({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY_HOPS: '1' });
  try {
    const from = (chain: string) =>
      rawCall(behind.url, '/api/user/email-capture', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': chain },
        body: '{"email":"a@people.example"}',
      });
    const statuses: number[] = [];
    for (const forged of ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4'])
      statuses.push((await from(`${forged}, 203.0.113.7`)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await from('1.1.1.1, 203.0.113.8')).status).toBe(200);
    // An IPv6 network counts as one caller.
    const sixes: number[] = [];
    for (const tail of ['1', '2', '3', '4']) sixes.push((await from(`2001:db8:1:1::${tail}`)).status);
    expect(sixes).toEqual([200, 200, 200, 429]);
  } finally {
    await behind.close();
  }
});
