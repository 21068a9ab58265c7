import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { captureEmail, confirmSubscription, unsubscribe } from '#contracts/newsletter/newsletter.ts';
import { rawCall } from '#tests/security/support/raw-call.ts';
import { mailsTo } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
});
afterAll(() => product?.close());

const confirmSubject = 'Please confirm your address for CourseLift';
const welcome = 'Welcome to CourseLift';

const join = (email: string) => callApi(product.url, captureEmail, { body: { email } });
const confirm = (token: string) => callApi(product.url, confirmSubscription, { body: { token } });
const leave = (token: string) => callApi(product.url, unsubscribe, { body: { token } });
const subscriber = async (email: string) =>
  (await product.db.query('SELECT * FROM subscribers WHERE email = $1', [email]))[0];

/** Waits until exactly these mails, newest first, have arrived for an address. */
async function mails(email: string, subjects: string[]) {
  await vi.waitFor(
    async () =>
      expect((await mailsTo(product.sandbox.httpUrl, email)).map((mail) => mail.subject)).toEqual(subjects),
    patient,
  );
  return mailsTo(product.sandbox.httpUrl, email);
}

const tokenIn = (text: string | undefined, page: string) =>
  text?.match(new RegExp(`${page}\\?token=([\\w.-]+)`))?.[1] ?? '';

/** Subscribes and returns the tokens of the confirmation mail. */
async function joined(email: string) {
  await join(email);
  const [mail] = await mails(email, [confirmSubject]);
  return {
    confirming: tokenIn(mail?.text, '/newsletter/confirm'),
    leaving: tokenIn(mail?.text, '/newsletter/unsubscribe'),
  };
}

it('sends a confirmation mail, confirms idempotently and sends one welcome mail', async () => {
  const email = 'ada@people.example';
  const { confirming } = await joined(email);
  expect((await subscriber(email)).confirmed_at).toBeNull();
  const responses = await Promise.all([confirm(confirming), confirm(confirming), confirm(confirming)]);
  const { confirmed_at: confirmedAt } = await subscriber(email);
  expect(confirmedAt).toBeInstanceOf(Date);
  responses.push(await confirm(confirming));
  for (const { status, body } of responses)
    expect([status, body]).toEqual([200, { message: 'Thank you! Your address is confirmed.' }]);
  expect((await subscriber(email)).confirmed_at).toEqual(confirmedAt);
  await mails(email, [welcome, confirmSubject]);
  // No further mail when a confirmed address subscribes again.
  await join(email);
  const [{ waiting }] = await product.db.query(
    'SELECT count(*)::int AS waiting FROM outbox WHERE closed_at IS NULL',
  );
  expect(waiting).toBe(0);
  await mails(email, [welcome, confirmSubject]);
});

it('adds unsubscribe links and headers to every newsletter mail', async () => {
  const email = 'bola@people.example';
  const { confirming } = await joined(email);
  await confirm(confirming);
  for (const mail of await mails(email, [welcome, confirmSubject])) {
    const { headers } = mail as unknown as { headers: Record<string, string> };
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const address = headers['list-unsubscribe']?.match(/^<(\S+)>$/)?.[1] ?? '';
    expect(address).toMatch(`${product.url}/api/newsletter/one-click?token=`);
    const page = mail.text.match(/Unsubscribe: (\S+)/)?.[1] ?? '';
    expect(mail.html).toContain(`href="${page}"`);
    expect(tokenIn(page, '/newsletter/unsubscribe')).toBe(tokenIn(address, '/newsletter/one-click'));
  }
});

it.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
])('handles one-click unsubscribe (RFC 8058), sent as %s', async (type, body) => {
  const email = `button-${type.length}@people.example`;
  const { leaving } = await joined(email);
  const path = `/api/newsletter/one-click?token=${leaving}`;
  const seen = await rawCall(product.url, path);
  expect([seen.status, seen.headers.location]).toEqual([303, `/newsletter/unsubscribe?token=${leaving}`]);
  // GET must change nothing, because mail scanners open every link.
  expect((await subscriber(email)).unsubscribed_at).toBeNull();
  const pressed = await rawCall(product.url, path, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  expect(pressed.status).toBe(200);
  expect((await subscriber(email)).unsubscribed_at).toBeInstanceOf(Date);
});

it('allows unsubscribing and subscribing again, but not with an old confirmation link', async () => {
  const email = 'chidi@people.example';
  const { confirming, leaving } = await joined(email);
  await confirm(confirming);
  await mails(email, [welcome, confirmSubject]);
  for (let turn = 0; turn < 2; turn += 1) expect((await leave(leaving)).status).toBe(200);
  expect((await subscriber(email)).unsubscribed_at).toBeInstanceOf(Date);
  const late = await confirm(confirming);
  expect([late.status, late.body.message]).toEqual([
    422,
    'This link does not work any more. Please sign up once more.',
  ]);
  await join(email);
  const [second] = await mails(email, [confirmSubject, welcome, confirmSubject]);
  expect((await subscriber(email)).unsubscribed_at).toBeInstanceOf(Date);
  expect((await confirm(tokenIn(second?.text, '/newsletter/confirm'))).status).toBe(200);
  expect((await subscriber(email)).unsubscribed_at).toBeNull();
  await mails(email, [welcome, confirmSubject, welcome, confirmSubject]);
  expect((await leave(leaving)).status).toBe(200);
});

it('rejects a confirmation token of a deleted subscriber', async () => {
  const email = 'efe@people.example';
  const { confirming, leaving } = await joined(email);
  await product.db.query('DELETE FROM subscribers WHERE email = $1', [email]);
  expect((await confirm(confirming)).status).toBe(422);
  expect((await leave(leaving)).status).toBe(200);
});
