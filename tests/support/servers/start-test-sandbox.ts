import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createSandbox } from '#sandbox/providers/sandbox.ts';
import { toBrand } from '#services/platform/brand/brand-settings.ts';
import { readStartSettings } from '#services/platform/config.ts';

/** Secret key of every test sandbox. */
export const testSecretKey = 'sk_test_sandbox_0001';

/** OAuth client of every test sandbox. */
export const testGoogleClient = { id: 'courselift-test.apps.example', secret: 'test-google-secret' };

/** A received webhook. */
export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  raw: string;
  event: string;
  data: Record<string, unknown>;
}

/** Fields that tests read from responses of the sandbox; each response has some of these fields. */
interface SandboxBody {
  status: boolean;
  message: string;
  data: Record<
    'access_code' | 'reference' | 'status' | 'authorization' | 'authorization_url' | 'paid_at' | 'paidAt',
    string
  > & { id: number; metadata: unknown; customer: { customer_code: string } };
  transactions: Record<'reference' | 'status', string>[];
  answers: { status: number }[];
  refundedMinor: number;
  refunds: object[];
  totals: Record<'NGN', { balanceMinor: number }>;
}

/** Starts a merchant's webhook endpoint that records requests; it responds with `statuses` in turn, then always 200. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  const statuses: number[] = [];
  const server = createServer(async (req, res) => {
    const raw = (await buffer(req)).toString('utf8');
    received.push({
      headers: req.headers,
      raw,
      ...(JSON.parse(raw) as { event: string; data: object }),
    } as ReceivedWebhook);
    // A sender that followed this redirect would arrive without a body and fail to parse.
    res.writeHead(statuses.shift() ?? 200, { location: '/hook' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    statuses,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts a sandbox on free ports in an empty folder (or `dataDir`), with a webhook receiver. */
export async function startTestSandbox(dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))) {
  const merchant = await startWebhookReceiver();
  const sandbox = await createSandbox({
    port: 0,
    dataDir,
    merchant: toBrand(readStartSettings({})).brand,
    paymentSecretKey: testSecretKey,
    webhookUrl: merchant.url,
    productUrl: 'http://127.0.0.1:1',
    google: testGoogleClient,
  });
  const payments = `${sandbox.httpUrl}/payments`;

  /** Sends JSON to any path of the sandbox, by default with the secret key. */
  async function call<Body = SandboxBody>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(`${sandbox.httpUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${testSecretKey}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const json: Body = isJson ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  }

  return {
    ...sandbox,
    dataDir,
    payments,
    merchant,
    call,
    control: (method: string, path: string, body?: unknown) => call(method, `/payments/control${path}`, body),
    fault: (rule: object) => call('POST', '/payments/control/faults', rule),
    /** Creates a transaction, by default of ₦20,018. */
    initialize: (fields: object = {}) =>
      call('POST', '/payments/transaction/initialize', {
        email: 'sponsor@example.com',
        amount: 2_001_800,
        callback_url: 'http://shop.example/back?from=pay',
        ...fields,
      }),
    verify: (reference: string) => call('GET', `/payments/transaction/verify/${reference}`),
    /** Submits an outcome to the checkout page as JSON. */
    press: (accessCode: string, outcome: string) =>
      call('POST', `/payments/checkout/${accessCode}`, { outcome }, { accept: 'application/json' }),
    /** Stops it and, unless `keepData`, removes its folder. */
    async end(keepData = false) {
      await sandbox.close();
      await merchant.close();
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Result of {@link startTestSandbox}. */
export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;
