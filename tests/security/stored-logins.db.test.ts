import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#sandbox/start/ports.ts';
import { decryptPassword } from '#services/requests/encrypt-password.ts';
import {
  fileRequest,
  join,
  mailsTo,
  press,
  requestBody,
  type SignedIn,
  startPayment,
} from '#tests/support/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/test-product.ts';
import { confirmEmail } from './support/accounts.ts';
import { disguises, dumpDatabase } from './support/dump.ts';
import { type LoggedProcess, startLogged } from './support/logged-process.ts';
import { rawCall, sendText } from './support/raw-call.ts';

const platformPassword = `Pläne & "${randomBytes(12).toString('hex')}"`;
const signInPassword = `own words ${randomBytes(12).toString('hex')}`;

let product: TestProduct;
let api: LoggedProcess;
let worker: LoggedProcess;
let url: string;
let learner: SignedIn;
let sponsor: SignedIn;
let requestId: string;
const answers: string[] = [];

beforeAll(async () => {
  product = await startTestProduct();
  const port = await freePort();
  url = `http://localhost:${port}`;
  [api, worker] = await Promise.all([
    startLogged(new URL('./support/logging-api.ts', import.meta.url), { ...product.env, PORT: String(port) }),
    startLogged(new URL('../../workers/worker.ts', import.meta.url), product.env),
  ]);
  await walkTheMoneyPath();
  await provokeErrors();
}, 60_000);
afterAll(async () => {
  await Promise.all([api?.stop(), worker?.stop()]);
  await product?.close();
});

async function walkTheMoneyPath(): Promise<void> {
  learner = await join(url, 'learner', { password: signInPassword });
  await confirmEmail(product, learner);
  sponsor = await join(url, 'sponsor', { password: signInPassword });
  await confirmEmail(product, sponsor);
  requestId = await fileRequest(url, learner, {
    account: { email: 'login@platform.example', password: platformPassword },
    isPrivate: true,
    recipientEmails: ['friend@people.example'],
  });
  await call('POST', `/api/course/meet/${requestId}`, sponsor, '{}');
  await call('POST', '/api/course/meet/notify', sponsor, JSON.stringify({ requestId }));
  const { reference, access_code: accessCode } = (await startPayment(url, sponsor, requestId)).body.data.data;
  await press(product.sandbox.httpUrl, accessCode, 'pay');
  await call('GET', `/api/course/verify/pay?reference=${reference}`, sponsor);
  await call('GET', `/api/course/approve/payment?requestId=${requestId}&ref=${reference}`, sponsor);
  for (const who of [learner, sponsor]) await call('GET', '/api/dashboard', who);
  await call('GET', '/api/course/requests', sponsor);
  await call('GET', '/api/course/get', sponsor);
  await vi.waitFor(
    async () => {
      expect(await mailsTo(product.sandbox.httpUrl, learner.email)).toHaveLength(4);
      expect(await mailsTo(product.sandbox.httpUrl, sponsor.email)).toHaveLength(3);
      expect(await mailsTo(product.sandbox.httpUrl, 'friend@people.example')).toHaveLength(1);
    },
    { timeout: 20_000 },
  );
}

/** Everything that goes wrong while a password is in the call: rejected calls, and errors that are logged. */
async function provokeErrors(): Promise<void> {
  const account = { email: 'login@platform.example', password: platformPassword };
  const right = JSON.stringify(requestBody({ account }));
  await call('POST', '/api/course/request', learner, JSON.stringify(requestBody({ account, link: '' })));
  await call('POST', '/api/course/request', learner, right.slice(0, -1));
  await call('POST', '/api/course/request', sponsor, right);
  await call(
    'POST',
    '/api/course/request',
    learner,
    JSON.stringify({ account: { password: [platformPassword] } }),
  );
  await call('POST', `/api/course/request?password=${encodeURIComponent(platformPassword)}`, learner, right);
  for (const table of ['platform_logins', 'requests']) {
    await product.db.query(`ALTER TABLE ${table} RENAME TO away`);
    await call('POST', '/api/course/request', learner, right);
    await product.db.query(`ALTER TABLE away RENAME TO ${table}`);
  }
  const entry = JSON.stringify({ email: learner.email, password: `${signInPassword}x` });
  await call('POST', '/api/user/auth', learner, entry);
  await product.db.query('ALTER TABLE users RENAME TO away');
  await call('POST', '/api/user/auth', learner, entry);
  await product.db.query('ALTER TABLE away RENAME TO users');
}

async function call(method: string, path: string, { token }: SignedIn, body?: string): Promise<void> {
  const answer =
    body === undefined
      ? await rawCall(url, path, { method, headers: { authorization: `Bearer ${token}` } })
      : await sendText(url, path, body, token);
  answers.push(`${answer.status} ${JSON.stringify(answer.headers)} ${answer.text}`);
}

/** Where the secret is found, by place and disguise. */
function finds(secret: string, places: Record<string, string>): string[] {
  return Object.entries(places).flatMap(([place, text]) =>
    Object.entries(disguises(secret)).flatMap(([how, form]) =>
      text.includes(form) ? [`${how} in ${place}`] : [],
    ),
  );
}

async function everything(): Promise<Record<string, string>> {
  const mails = await (await fetch(`${product.sandbox.httpUrl}/mail/messages`)).text();
  const ledger = await (await fetch(`${product.sandbox.httpUrl}/payments/control/ledger`)).text();
  return {
    database: (await dumpDatabase(product.db)).text,
    answers: answers.join('\n'),
    'log of the API': api.output(),
    'log of the worker': worker.output(),
    mails,
    'what the payment provider knows': ledger,
  };
}

describe('what this test looks through', () => {
  it('really is everything', async () => {
    const { tables, text } = await dumpDatabase(product.db);
    for (const table of ['public.users', 'public.platform_logins', 'public.outbox', 'public.webhook_inbox'])
      expect(tables).toContain(table);
    expect(tables.some((table) => table.startsWith('bullmq.'))).toBe(true);
    const places = await everything();
    expect(text).toContain(learner.email);
    expect(places.answers).toContain(requestId);
    expect(places.answers?.match(/^500 /gm)).toHaveLength(3);
    expect(places['log of the API']).toContain('"level":"debug"');
    expect(places['log of the API']?.match(/request failed/g)).toHaveLength(3);
    expect(places.mails).toContain(learner.email);
    expect(places['what the payment provider knows']).toContain(requestId);
  });

  it('would be found in each disguise', () => {
    const hidden = Object.entries(disguises(platformPassword));
    for (const [how, form] of hidden)
      expect(finds(platformPassword, { it: `x${form}y` })).toContain(`${how} in it`);
    for (const offset of [0, 1, 2]) {
      const inside = Buffer.from(`${'z'.repeat(offset)}${platformPassword}tail`).toString('base64');
      expect(finds(platformPassword, { it: inside })).toEqual([`base64 at ${offset} in it`]);
    }
  });
});

describe('the password of a platform login', () => {
  // ASVS 14.2.4, 16.2.5
  it('is nowhere but in the sealed record', async () => {
    expect(finds(platformPassword, await everything())).toEqual([]);
  });

  it('is in the sealed record, and opens with our key', async () => {
    const [row] = await product.db.query(
      'SELECT key_version AS "keyVersion", wrapped_key AS "wrappedKey", sealed FROM platform_logins WHERE request_id = $1',
      [requestId],
    );
    expect(decryptPassword(row, requestId, product.config)).toBe(platformPassword);
  });
});

// ASVS 13.3.2, 16.2.5
it('keeps the passwords, tokens and keys of the product out of all of it', async () => {
  const { answers: _given, ...places } = await everything();
  for (const secret of [signInPassword, learner.token, sponsor.token])
    expect(finds(secret, places)).toEqual([]);
  const keys = [
    product.env.TOKEN_SECRET,
    product.env.PAYMENT_SECRET_KEY,
    product.env.CREDENTIAL_KEYS?.slice(2),
  ];
  for (const key of keys) expect(finds(key ?? '', { ...places, answers: answers.join('\n') })).toEqual([]);
});
