import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toBrand } from '#services/platform/brand/brand-settings.ts';
import {
  ConfigError,
  isSandbox,
  readStartSettings,
  reportMisspelledSettings,
  type StartSettings,
} from '#services/platform/config.ts';
import { isLiveKey } from '#services/platform/provider-settings.ts';
import type { GoogleClient } from './google/google-parts.ts';
import { createGoogleSandbox } from './google/google-sandbox.ts';
import { createMailStore } from './mail/mail-store.ts';
import { createMailbox } from './mail/mailbox.ts';
import { startSmtpSink } from './mail/smtp-sink.ts';
import type { Merchant } from './payments/checkout/checkout-page.ts';
import { createPaymentSandbox } from './payments/payment-sandbox.ts';
import { createSandboxApp } from './sandbox-app.ts';
import { openSandboxStore } from './sandbox-store.ts';

export interface SandboxSettings {
  /** HTTP port; 0 takes any free one. */
  port: number;
  /** Default: `port` + 1, or any free one when `port` is 0. */
  smtpPort?: number;
  /** Folder of `sandbox.db`, created when missing. */
  dataDir: string;
  paymentSecretKey: string;
  /** Receiver of webhooks; the control API can override it. */
  webhookUrl: string;
  /** Its names on payment pages and in Google's. */
  merchant: Merchant;
  /** The product's public URL. */
  productUrl: string;
  /** IP address on which it listens; loopback by default, because mails and the control API must not be reachable from the network. */
  host?: string;
  /** Where the product reaches the payment provider, if that is not where a browser does. */
  paymentUrl?: string | undefined;
  /** The product's OAuth client; without it the fake Google is not mounted. */
  google?: GoogleClient | undefined;
}

/** A running sandbox. */
export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;

/** Where a browser on this machine reaches the sandbox. */
const LOOPBACK = '127.0.0.1';

async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  return `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
}

/** Starts payments, mail, Google and their pages. Rejects with the listening error (EADDRINUSE) when a port is taken. */
export async function createSandbox(settings: SandboxSettings) {
  const { port, host = LOOPBACK, dataDir, merchant, productUrl, webhookUrl } = settings;
  const { paymentSecretKey: secretKey } = settings;
  const server = createServer();
  // The port first: a second sandbox must not touch the store of the first.
  const httpUrl = await listen(server, port, host);
  const store = openSandboxStore(dataDir);
  const mails = createMailStore(store);
  const sink = await startSmtpSink(mails, host, settings.smtpPort ?? (port && port + 1)).catch((error) => {
    server.close();
    store.close();
    throw error;
  });
  const checkoutUrl = (accessCode: string) => `${httpUrl}/payments/checkout/${accessCode}`;
  const { paymentUrl = `${httpUrl}/payments` } = settings;
  const uploadUrl = (fileName: string) => `${paymentUrl}/dispute/upload/${fileName}`;
  const payments = createPaymentSandbox(store, { secretKey, merchant, webhookUrl, checkoutUrl, uploadUrl });
  const mail = createMailbox(mails, sink);
  // Shown in the browser's address bar, so use the name instead of the IP address.
  const googleIssuer = `${httpUrl.replace(LOOPBACK, 'localhost')}/google`;
  const { google: client } = settings;
  const { name: productName } = merchant;
  const google =
    client && createGoogleSandbox(store, { issuer: googleIssuer, client, productName, productUrl });
  const product = { name: productName, url: productUrl };
  server.on('request', createSandboxApp({ payments: payments.router, mail, google, product }));

  return {
    /** Without a trailing slash. */
    httpUrl,
    /** The GOOGLE_ISSUER with which the product uses the fake Google. */
    googleIssuer,
    smtpPort: sink.port,
    /** Stops everything within 2 s; undelivered webhooks stay in the store. */
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 500).unref();
      await Promise.all([closed, sink.close(), payments.close()]);
      store.close();
    },
  };
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Sandbox: port ${port} is already in use. Set SANDBOX_PORT to a free one.`;
  return `Sandbox: ${message}`;
}

// With the real Google configured, the fake one is not mounted.
function googleClient(env: StartSettings): GoogleClient | undefined {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_ISSUER: issuer } = env;
  const usesSandbox = new URL(issuer).host === `localhost:${env.SANDBOX_PORT ?? env.PORT + 1}`;
  return id && secret && usesSandbox ? { id, secret } : undefined;
}

/** @throws {ConfigError} where people use the product or money moves: the sandbox confirms any payment. */
function assertSandbox(env: StartSettings): void {
  if (!isSandbox(env)) throw new ConfigError('Configuration: the sandbox runs only with SANDBOX=true.');
  if (isLiveKey(env.PAYMENT_SECRET_KEY))
    throw new ConfigError(
      'Configuration: PAYMENT_SECRET_KEY is a live key, which the sandbox must not have.',
    );
}

async function runSandbox(): Promise<void> {
  reportMisspelledSettings();
  const env = readStartSettings();
  assertSandbox(env);
  if (env.PAYMENT_SECRET_KEY === undefined)
    throw new ConfigError('Configuration: PAYMENT_SECRET_KEY is not set.');
  const product = `http://${LOOPBACK}:${env.PORT}`;
  // Ctrl-C signals the whole process group and then the parent exits as well: stopping is idempotent.
  const stopRequested = new Promise<void>((resolve) => {
    for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => resolve());
  });
  const sandbox = await createSandbox({
    port: env.SANDBOX_PORT ?? env.PORT + 1,
    host: env.SANDBOX_HOST,
    dataDir: env.DATA_DIR,
    merchant: toBrand(env).brand,
    paymentUrl: env.SANDBOX_HOST === LOOPBACK ? undefined : env.PAYMENT_BASE_URL,
    paymentSecretKey: env.PAYMENT_SECRET_KEY,
    webhookUrl: env.SANDBOX_WEBHOOK_URL ?? `${product}/api/course/webhook/paystack`,
    productUrl: env.PUBLIC_URL ?? product,
    google: googleClient(env),
  });
  process.send?.({ type: 'ready' });
  await stopRequested;
  await sandbox.close();
  process.exit(0);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename)
  await runSandbox().catch((error) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  });
