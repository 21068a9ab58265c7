import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { processEnv } from '#tests/support/product/process-env.ts';
import {
  startTestSandbox,
  startWebhookReceiver,
  testSecretKey,
} from '#tests/support/servers/start-test-sandbox.ts';
import { patienceMs, patient } from '#tests/support/soon.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let port: number;
let url: string;
let dataDir: string;
let children: ChildProcess[];

/** Returns a port that is free together with the next one, as the process requires. */
async function findFreePair(): Promise<number> {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const second = createServer().listen(port + 1, '127.0.0.1');
  const isFree = await once(second, 'listening').then(
    () => true,
    () => false,
  );
  first.close();
  second.close();
  return isFree ? port : findFreePair();
}

beforeEach(async () => {
  port = await findFreePair();
  url = `http://127.0.0.1:${port}`;
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  children = [];
});
afterEach(async () => {
  for (const child of children.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  )) {
    child.kill('SIGKILL');
    await endOf(child);
  }
  rmSync(dataDir, { recursive: true, force: true });
});

/** Resolves with exit code and signal when the process has ended and its output has been read. */
async function endOf(child: ChildProcess): Promise<unknown[]> {
  const pipes = [child.stdout, child.stderr].map((pipe) => pipe && !pipe.closed && once(pipe, 'close'));
  const [ended] = await Promise.all([once(child, 'exit'), ...pipes]);
  return ended;
}

/** Starts the real process; `output` collects its output. */
function start(env: Record<string, string> = {}) {
  const child = fork(new URL('./sandbox.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: processEnv({
      PORT: '5140',
      SANDBOX_PORT: String(port),
      DATA_DIR: dataDir,
      PAYMENT_SECRET_KEY: testSecretKey,
      ...env,
    }),
  });
  children.push(child);
  const output: string[] = [];
  child.stdout?.on('data', (chunk) => output.push(String(chunk)));
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  return { child, output };
}

async function ready(env?: Record<string, string>) {
  const started = start(env);
  const [message] = await once(started.child, 'message');
  expect(message).toEqual({ type: 'ready' });
  return started;
}

const headers = {
  authorization: `Bearer ${testSecretKey}`,
  'content-type': 'application/json',
  accept: 'application/json',
};
const post = async (path: string, body: object) =>
  (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<{
    data: { access_code: string };
  }>;

/** Pays a new transaction and returns the checkout response. */
async function pay(reference: string) {
  const { data } = await post('/payments/transaction/initialize', {
    reference,
    email: 'a@example.com',
    amount: 5_000,
  });
  return post(`/payments/checkout/${data.access_code}`, { outcome: 'pay' });
}

describe('the process', () => {
  it('prints nothing, sends ready, and stops although requests are open', async () => {
    const { child, output } = await ready();
    // An open request and an open SMTP connection must not delay it.
    await post('/payments/control/faults', { on: 'initialize', fault: { kind: 'no_answer' } });
    const open = post('/payments/transaction/initialize', {}).catch(() => 'closed');
    await vi.waitFor(async () => {
      const faults = await fetch(`${url}/payments/control/faults`);
      expect(await faults.json()).toMatchObject([{ used: 1 }]);
    }, patienceMs);
    child.kill('SIGTERM');
    // It exits by itself and closes the open request instead of waiting for it.
    expect(await endOf(child)).toEqual([0, null]);
    expect(await open).toBe('closed');
    expect(output.join('')).toBe('');
  });

  it('stops when its parent ends', async () => {
    const { child } = await ready();
    child.disconnect();
    expect(await endOf(child)).toEqual([0, null]);
  });

  it.each(['HTTP', 'SMTP'])('names its %s port when it is in use, and exits with 1', async (kind) => {
    const taken = kind === 'HTTP' ? port : port + 1;
    const squatter = createServer().listen(taken, '127.0.0.1');
    await once(squatter, 'listening');
    const { child, output } = start();
    expect(await endOf(child)).toEqual([1, null]);
    squatter.close();
    expect(output.join('')).toMatch(new RegExp(`^Sandbox: port ${taken} is already in use[^\n]*\n$`));
  });

  it('mounts the fake Google only when the product is configured to use it', async () => {
    const client = { GOOGLE_CLIENT_ID: 'ours', GOOGLE_CLIENT_SECRET: 'known to two' };
    const { child } = await ready({ ...client, GOOGLE_ISSUER: `http://localhost:${port}/google` });
    expect((await fetch(`${url}/google/certs`)).status).toBe(200);
    expect(await (await fetch(url)).text()).toContain('/google/control');
    child.disconnect();
    await endOf(child);
    await ready(client);
    expect((await fetch(`${url}/google/certs`)).status).toBe(404);
    expect(await (await fetch(url)).text()).not.toContain('/google/control');
  });

  it.each([
    ['a live payment key', { PAYMENT_SECRET_KEY: 'sk_live_0123456789' }, /PAYMENT_SECRET_KEY is a live key/],
    ['an installation that is no sandbox', { SANDBOX: 'false' }, /the sandbox runs only with SANDBOX=true/],
  ])('refuses %s', async (_, env: Record<string, string>, line) => {
    const { child, output } = start(env);
    expect(await endOf(child)).toEqual([1, null]);
    expect(output.join('')).toMatch(line);
  });

  it('sends webhooks where SANDBOX_WEBHOOK_URL says', async () => {
    const receiver = await startWebhookReceiver();
    await ready({ SANDBOX_WEBHOOK_URL: receiver.url });
    await pay('elsewhere');
    await vi.waitFor(
      () => expect(receiver.received.map(({ event }) => event)).toContain('charge.success'),
      patient,
    );
    await receiver.close();
  });

  it('names a missing setting', async () => {
    const { child, output } = start({ PAYMENT_SECRET_KEY: '' });
    expect(await endOf(child)).toEqual([1, null]);
    expect(output.join('')).toBe('Configuration: PAYMENT_SECRET_KEY is not set.\n');
  });
});

describe('kill -9', () => {
  it('right after the response loses no payment, mail or webhook', async () => {
    const merchant = await startWebhookReceiver();
    for (let round = 0; round < 3; round += 1) {
      const { child } = await ready();
      const webhookUrl = 'http://127.0.0.1:1/away';
      await fetch(`${url}/payments/control/settings`, {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ webhookUrl }),
      });
      const transport = nodemailer.createTransport({ host: '127.0.0.1', port: port + 1, ignoreTLS: true });
      await transport.sendMail({
        from: 'a@example.com',
        to: 'b@example.com',
        subject: `mail ${round}`,
        text: '',
      });
      expect(await pay(`round-${round}`)).toMatchObject({ status: 'success' });
      child.kill('SIGKILL');
      await endOf(child);
    }
    const { child } = await ready();
    const webhookSpeed = 10_000;
    const settings = { webhookUrl: merchant.url, webhookSpeed };
    await fetch(`${url}/payments/control/settings`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify(settings),
    });
    const ledger = await (await fetch(`${url}/payments/control/ledger`)).json();
    expect(ledger).toMatchObject({ totals: { NGN: { captured: 3, capturedMinor: 15_000 } } });
    await vi.waitFor(() => expect(merchant.received).toHaveLength(3), patienceMs);
    const mails = (await (await fetch(`${url}/mail/messages`)).json()) as { subject: string }[];
    expect(mails.map(({ subject }) => subject)).toEqual(['mail 2', 'mail 1', 'mail 0']);
    child.kill('SIGTERM');
    await endOf(child);
    await merchant.close();
  });
});

describe('a restart', () => {
  it('keeps transactions, settings, faults and mails, and sends undelivered webhooks', async () => {
    const first = await startTestSandbox(dataDir);
    await first.control('PATCH', '/settings', {
      webhookUrl: 'http://127.0.0.1:1/away',
      unknownReferenceStatus: 400,
    });
    await first.fault({ on: 'verify', reference: 'open', times: 1, fault: { kind: 'error' } });
    await first.initialize({ reference: 'open' });
    const { json } = await first.initialize({ reference: 'paid' });
    await first.press(json.data.access_code, 'pay');
    await first.end(true);

    const second = await startTestSandbox(dataDir);
    expect((await second.verify('open')).status).toBe(500);
    expect((await second.verify('open')).json.data.status).toBe('abandoned');
    expect((await second.verify('paid')).json.data.status).toBe('success');
    expect((await second.verify('never')).status).toBe(400);
    expect(second.merchant.received).toHaveLength(0);
    await second.control('PATCH', '/settings', { webhookUrl: null, webhookSpeed: 10_000 });
    await vi.waitFor(() => expect(second.merchant.received).toHaveLength(1), patienceMs);
    await second.fault({ on: 'webhook', fault: { delayMs: 300 } });
    await second.control('PATCH', '/transactions/open', { status: 'success' });
    await second.end(true);

    const third = await startTestSandbox(dataDir);
    // Undelivered webhooks are sent without a new event; delivered ones are not sent again.
    await vi.waitFor(() => expect(third.merchant.received).toHaveLength(1), patienceMs);
    expect(third.merchant.received[0]?.data.reference).toBe('open');
    await third.end(true);
  });
});

describe('addresses', () => {
  it('links to its pages and responds with 404 elsewhere', async () => {
    const sandbox = await startTestSandbox(dataDir);
    expect(await sandbox.call('GET', '/')).toMatchObject({
      status: 200,
      text: expect.stringContaining('/mail'),
    });
    const { text: stylesheet } = await sandbox.call('GET', '/sandbox.css');
    for (const rule of ['--paper:', '.t-saffron', '.ribbon', '.card-bad', '.mail-subject'])
      expect(stylesheet).toContain(rule);
    for (const path of ['/google', '/payments/nothing', '/mail/messages/x/html'])
      expect(await sandbox.call('GET', path)).toMatchObject({
        status: 404,
        json: { message: expect.any(String) },
      });
    await sandbox.end(true);
  });
});
