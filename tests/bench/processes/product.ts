import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '#sandbox/providers/sandbox.ts';
import { builtPages } from '#tests/support/pages/built-pages.ts';
import { holdPort } from '#tests/support/product/hold-port.ts';
import { testBrand } from '#tests/support/product/test-brand.ts';
import type { Context } from '../core/scenario.ts';
import { productSettings } from './product-settings.ts';
import { type MeasuredServer, startServer } from './start-server.ts';

/** Starts the local providers in this process. Returns the settings of a product in production mode that uses them. */
export async function openLocalProviders(
  context: Context,
  databaseUrl: string,
): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'courselift-bench-'));
  context.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { port, release } = await holdPort();
  await release();
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const productUrl = `http://localhost:${port}`;
  const sandbox = await createSandbox({
    port: 0,
    dataDir,
    merchant: testBrand,
    paymentSecretKey: secretKey,
    webhookUrl: `${productUrl}/api/course/webhook/paystack`,
    productUrl,
  });
  context.defer(() => sandbox.close());
  return productSettings({
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_URL: productUrl,
    // As in production a line is written for each request; it goes to /dev/null.
    LOG_LEVEL: 'info',
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    PAYMENT_BASE_URL: `${sandbox.httpUrl}/payments`,
    PAYMENT_SECRET_KEY: secretKey,
  });
}

/** Starts the API of the product, with its pages built. */
export async function startApi(context: Context, settings: Record<string, string>): Promise<MeasuredServer> {
  await builtPages();
  return startServer(context, 'services/server.ts', settings);
}
