import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getProfile } from '#contracts/accounts/profile.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { searchDesk } from '#contracts/desk/desk-search.ts';
import type { Endpoint } from '#contracts/endpoint.ts';
import { rateLimits } from '#contracts/limits.ts';
import { approvePayment, verifyPayment } from '#contracts/payments/payments.ts';
import { getRequest, listRequests } from '#contracts/requests/listing.ts';
import { verifyPaymentJob } from '#services/payments/payments.jobs.ts';
import { rawCall } from '#tests/security/support/raw-call.ts';
import { recordStatements } from '#tests/support/database/record-statements.ts';
import { writePages } from '#tests/support/pages/write-pages.ts';
import { fileRequest, join, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

// A page as the build leaves it behind, which reads the call that its address names, as many times as it says.
const entry = `
export async function handler(req, res, next, locals) {
  const { endpoint, sent, times } = JSON.parse(new URL(req.url, 'http://x').searchParams.get('call'));
  const contract = globalThis.contractsOfTest.find(({ method, path }) => method + ' ' + path === endpoint);
  for (let time = 1; time < times; time += 1) await locals.readForPerson(contract, sent);
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await locals.readForPerson(contract, sent) ?? null));
}`;

let dir: string;
let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
beforeAll(async () => {
  dir = await writePages(entry);
  Object.assign(globalThis, {
    contractsOfTest: [
      ...[getDashboard, getProfile, listRequests, getRequest, approvePayment, verifyPayment],
      ...[searchDesk, signIn],
    ],
  });
  product = await startTestProduct({ RATE_LIMIT_FACTOR: '1' }, dir);
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
});
afterAll(async () => {
  await product?.close();
  await rm(dir, { recursive: true, force: true });
});

/** What a page reads that is requested with these cookies. */
async function read({ method, path }: Endpoint, sent: object, cookie: string, times = 1) {
  const call = encodeURIComponent(JSON.stringify({ endpoint: `${method} ${path}`, sent, times }));
  return (await rawCall(product.url, `/page?call=${call}`, { headers: { cookie } })).json;
}

/** The page cookie that a sign-in sets. */
async function cookieOf({ email, password }: SignedIn): Promise<string> {
  const body = JSON.stringify({ email, password });
  const headers = { 'content-type': 'application/json' };
  const { headers: set } = await rawCall(product.url, `/api${signIn.path}`, {
    method: 'POST',
    headers,
    body,
  });
  return [set['set-cookie']]
    .flat()
    .map((text) => text?.split(';')[0])
    .join('; ');
}

it('reads for the person of the cookie, as the call responds', async () => {
  const cookie = await cookieOf(learner);
  const { response, person } = (await read(getDashboard, {}, cookie)) ?? {};
  const called = await callApi(product.url, getDashboard, {}, learner.token);
  expect(response).toEqual({ body: called.body, etag: called.headers.get('etag') });
  // As the browser reads it again: nothing is sent that the page has.
  const again = await rawCall(product.url, `/api${getDashboard.path}`, {
    headers: {
      authorization: `Bearer ${learner.token}`,
      'if-none-match': String(called.headers.get('etag')),
      'cache-control': 'max-age=0',
    },
  });
  expect(again.status).toBe(304);
  expect(person).toMatchObject({ role: 'learner' });
  expect(await read(getDashboard, {}, '')).toBeNull();
});

it('looks the person up once for all reads of a page', async () => {
  const cookie = await cookieOf(learner);
  const once = await recordStatements(() => read(getDashboard, {}, cookie));
  const twice = await recordStatements(() => read(getDashboard, {}, cookie, 2));
  expect(twice.length).toBe(2 * once.length - 1);
});

it('reads nothing that the role may not see', async () => {
  const cookie = await cookieOf(learner);
  expect(await read(listRequests, {}, cookie)).toEqual({
    person: expect.objectContaining({ role: 'learner' }),
  });
  const sent = { params: { id: await fileRequest(product.url, learner) }, query: {} };
  expect(await read(getRequest, sent, cookie)).not.toHaveProperty('response');
  expect(await read(getRequest, sent, await cookieOf(sponsor))).toHaveProperty('response');
});

it('makes no call that has an effect, and none of the desk', async () => {
  const cookie = await cookieOf(sponsor);
  const query = { requestId: '0f0e0d0c-0b0a-4908-8706-050403020100', ref: 'pay-1' };
  for (const [contract, sent] of [
    [approvePayment, { query }],
    [signIn, { body: { email: sponsor.email, password: sponsor.password } }],
    [searchDesk, { query: { q: 'ada' } }],
  ] as const)
    expect(await read(contract, sent, cookie)).toEqual({});
});

it('has no payment verified', async () => {
  const started = await startPayment(product.url, sponsor, await fileRequest(product.url, learner));
  const { reference } = started.body.data.data;
  expect(await read(verifyPayment, { query: { reference } }, await cookieOf(sponsor))).not.toHaveProperty(
    'response',
  );
  const ofPayment = `SELECT id FROM outbox WHERE job = $1 AND payload ->> 'reference' = $2`;
  expect(await product.db.query(ofPayment, [verifyPaymentJob.name, reference])).toEqual([]);
});

it('counts as the call does', async () => {
  const cookie = await cookieOf(sponsor);
  // Again where a minute, after which the limit begins anew, ended in between.
  await vi.waitFor(async () => {
    const reads = await Promise.all(
      Array.from({ length: rateLimits.browse.max + 1 }, () => read(listRequests, {}, cookie)),
    );
    expect(reads.some((result) => result && !('response' in result))).toBe(true);
    expect((await callApi(product.url, listRequests, {}, sponsor.token)).status).toBe(429);
  }, patient);
});

it('reads nothing once the session has ended', async () => {
  const signedOut = await join(product.url, 'learner');
  const cookie = await cookieOf(signedOut);
  await product.db.query(
    'UPDATE sessions SET revoked_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)',
    [signedOut.email],
  );
  expect(await read(getProfile, {}, cookie)).toEqual({});
});
