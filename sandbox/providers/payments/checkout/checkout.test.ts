import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  startTestSandbox,
  type TestSandbox,
  testSecretKey,
} from '#tests/support/servers/start-test-sandbox.ts';
import { patienceMs } from '#tests/support/soon.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());

/** Submits the checkout form as a browser does. */
async function submit(accessCode: string, outcome: string) {
  const response = await fetch(`${sandbox.payments}/checkout/${accessCode}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    body: new URLSearchParams({ outcome }),
  });
  return { status: response.status, location: response.headers.get('location') };
}

const page = (accessCode: string) =>
  sandbox.call('GET', `/payments/checkout/${accessCode}`, undefined, { accept: 'text/html' });

async function start(fields: object = {}) {
  const { json } = await sandbox.initialize(fields);
  const { access_code: accessCode, reference } = json.data;
  return { accessCode, reference };
}

const statusOf = async (reference: string) => (await sandbox.verify(reference)).json.data.status;

describe('checkout page', () => {
  it('shows merchant, formatted amount, the test cards and three buttons', async () => {
    const { accessCode } = await start({ amount: 2_001_850, email: "o'neil@example.com" });
    const { status, text } = await page(accessCode);
    expect(status).toBe(200);
    for (const shown of [
      '₦20,018.50',
      'CourseLift',
      '4084 0840 8408 4081',
      '4084 0800 0000 5408',
      'no real money',
      'o&#39;neil@example.com',
    ])
      expect(text).toContain(shown);
    for (const outcome of ['pay', 'decline', 'cancel'])
      expect(text).toMatch(new RegExp(`<button[^>]* name="outcome" value="${outcome}"`));
    expect(text).not.toContain('<script');
  });

  it.each([
    ['USD', 7_000, '$70'],
    ['GBP', 5_505, '£55.05'],
    ['KES', 12_345_600, 'KES 123,456'],
  ])('writes %s %i as %s', async (currency, amount, written) => {
    const { accessCode } = await start({ currency, amount });
    expect((await page(accessCode)).text).toContain(`>${written}<`);
  });

  it('allows the form to redirect to the merchant only', async () => {
    const { accessCode } = await start({ metadata: { cancel_action: 'https://give-up.example/x' } });
    const policy = (await page(accessCode)).headers.get('content-security-policy');
    expect(policy).toContain("form-action 'self' http://shop.example https://give-up.example;");
    expect(policy).toContain("default-src 'none'");
  });

  it('responds with 404 to an unknown payment', async () => {
    expect(await page('nothing')).toMatchObject({
      status: 404,
      text: expect.stringContaining('no such payment'),
    });
    expect(await sandbox.press('nothing', 'pay')).toMatchObject({ status: 404, json: {} });
  });
});

describe('paying', () => {
  it('captures and redirects the payer with both reference parameters', async () => {
    const { accessCode, reference } = await start();
    expect(await submit(accessCode, 'pay')).toEqual({
      status: 303,
      location: `http://shop.example/back?from=pay&trxref=${reference}&reference=${reference}`,
    });
    expect(await statusOf(reference)).toBe('success');
  });

  it('responds with JSON to a script', async () => {
    const { accessCode, reference } = await start();
    expect(await sandbox.press(accessCode, 'pay')).toMatchObject({
      status: 200,
      json: { status: 'success', reference, redirect_url: expect.stringContaining(`reference=${reference}`) },
    });
  });

  it('captures once when Pay is submitted repeatedly, and shows that it is paid', async () => {
    const { accessCode, reference } = await start();
    const presses = await Promise.all([1, 2, 3, 4].map(() => submit(accessCode, 'pay')));
    expect(new Set(presses.map(({ location }) => location)).size).toBe(1);
    const before = (await sandbox.verify(reference)).json.data.paid_at;
    await submit(accessCode, 'decline');
    await submit(accessCode, 'cancel');
    expect((await sandbox.verify(reference)).json.data).toMatchObject({ status: 'success', paid_at: before });
    const { text } = await page(accessCode);
    expect(text).toContain('This payment is complete');
    expect(text).not.toContain('<button');
    const { json } = await sandbox.control('GET', `/webhooks?reference=${reference}`);
    expect(json).toHaveLength(1);
  });

  it('shows the page again after a decline, and can still be paid', async () => {
    const { accessCode, reference } = await start();
    expect(await submit(accessCode, 'decline')).toEqual({
      status: 303,
      location: `/payments/checkout/${accessCode}`,
    });
    expect(await statusOf(reference)).toBe('failed');
    expect((await page(accessCode)).text).toContain('The card was declined');
    expect(await sandbox.press(accessCode, 'decline')).toMatchObject({
      json: { status: 'failed', redirect_url: null },
    });
    await submit(accessCode, 'pay');
    expect(await statusOf(reference)).toBe('success');
  });

  it('redirects to cancel_action after cancelling, otherwise to the callback', async () => {
    const withAction = await start({
      metadata: JSON.stringify({ cancel_action: 'https://give-up.example/x' }),
    });
    expect(await submit(withAction.accessCode, 'cancel')).toMatchObject({
      status: 303,
      location: 'https://give-up.example/x',
    });
    const without = await start({ metadata: { cancel_action: 'javascript:alert(1)' } });
    expect((await submit(without.accessCode, 'cancel')).location).toMatch(/^http:\/\/shop\.example\/back/);
    expect(await statusOf(without.reference)).toBe('abandoned');
  });

  it('stays on the checkout page when the merchant sent no callback', async () => {
    const { accessCode } = await start({ callback_url: undefined });
    expect((await submit(accessCode, 'pay')).location).toBe(`/payments/checkout/${accessCode}`);
  });

  it('times out after the session timeout of the merchant, without a capture', async () => {
    const auth = { authorization: `Bearer ${testSecretKey}` };
    const path = '/payments/integration/payment_session_timeout';
    const sessionTimeout = (timeout: number) => sandbox.call('PUT', path, { timeout }, auth);
    expect((await sandbox.call('PUT', path, { timeout: 'x' }, auth)).status).toBe(400);
    const wrong = { authorization: 'Bearer sk_test_wrong' };
    expect((await sandbox.call('PUT', path, { timeout: 1 }, wrong)).status).toBe(401);
    const { accessCode, reference } = await start();
    expect((await sessionTimeout(1)).json.data).toEqual({ payment_session_timeout: 1 });
    await vi.waitFor(async () => expect((await page(accessCode)).status).toBe(410), patienceMs);
    expect((await page(accessCode)).text).toContain('This payment page has timed out.');
    expect((await submit(accessCode, 'pay')).status).toBe(410);
    expect(await statusOf(reference)).toBe('abandoned');
    await sessionTimeout(0);
    expect((await sandbox.call('GET', path, undefined, auth)).json.data).toEqual({
      payment_session_timeout: 0,
    });
    expect((await page(accessCode)).status).toBe(200);
  });

  it('rejects an unknown outcome', async () => {
    const { accessCode, reference } = await start();
    expect((await submit(accessCode, 'steal')).status).toBe(400);
    expect(await statusOf(reference)).toBe('abandoned');
  });
});
