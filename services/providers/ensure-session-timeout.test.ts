import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  startTestSandbox,
  type TestSandbox,
  testSecretKey,
} from '#tests/support/servers/start-test-sandbox.ts';
import { createPaymentProvider } from './create-payment-provider.ts';
import { ensureSessionTimeout } from './ensure-session-timeout.ts';

let sandbox: TestSandbox;
let logged: string[];
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(() => {
  logged = [];
});
afterAll(() => sandbox.end());

function provider(secretKey = testSecretKey, baseUrl = sandbox.payments) {
  return createPaymentProvider({
    baseUrl,
    secretKey,
    currencies: ['NGN'],
    pollDelaysMs: [],
    timeoutMs: 1_000,
    reservationMs: 1,
    reservationsPerSponsor: 3,
    renewalsPerDay: 2,
    serviceFeeBasisPoints: 9,
  });
}

const log = {
  info: (text: string) => void logged.push(`info ${text}`),
  warn: (text: string) => void logged.push(`warn ${text}`),
} as never;

const ensure = (
  client: Parameters<typeof ensureSessionTimeout>[0]['provider'],
  signal = AbortSignal.timeout(9_000),
) => ensureSessionTimeout({ provider: client, log, signal });

it('sets the session time-out of the provider to 30 minutes, unless it is already set', async () => {
  await provider().setSessionTimeout(0);
  await Promise.all([ensure(provider()), ensure(provider())]);
  expect(await provider().readSessionTimeout()).toBe(1_800);
  expect(logged[0]).toBe("info The provider's payment session time-out was 0 s and is now 1800 s");
  logged = [];
  await ensure(provider());
  expect(logged).toEqual([]);
});

it('retries while the provider is unavailable', async () => {
  let calls = 0;
  const server = createServer((_req, res) => {
    calls += 1;
    res.writeHead(calls === 1 ? 503 : 200, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ status: calls > 1, message: '', data: { payment_session_timeout: 1_800 } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await ensure(provider(testSecretKey, `http://127.0.0.1:${port}`));
  server.close();
  expect([calls, logged.length]).toEqual([2, 1]);
});

it('warns once and does not retry when the provider rejects the key', async () => {
  await ensure(provider('sk_test_wrong'));
  expect(logged).toEqual([expect.stringMatching(/^warn .*rejects PAYMENT_SECRET_KEY/)]);
});
