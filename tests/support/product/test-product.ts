import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { createSandbox, type Sandbox } from '#sandbox/providers/sandbox.ts';
import { createApp } from '#services/app.ts';
import { createSearchPool } from '#services/catalogue/search-pool.ts';
import { entities } from '#services/entities.ts';
import { jobs } from '#services/jobs.ts';
import { PAYMENTS_CHANNEL } from '#services/payments/payments.ts';
import { type Config, readConfig } from '#services/platform/config.ts';
import { createChangeFeed } from '#services/platform/database/change-feed.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { createMailer } from '#services/platform/email/mailer.ts';
import { listenOn } from '#services/platform/http/listen-on.ts';
import { openRateLimitStore } from '#services/platform/http/rate-limit/rate-limit-store.ts';
import { createLogger } from '#services/platform/log.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { handlers } from '#workers/handlers.ts';
import { startWorkers } from '#workers/runtime/start-workers.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { startRedis } from '../servers/start-redis.ts';
import { requireRedis } from '../vitest/requirements.ts';
import { holdPort } from './hold-port.ts';
import { runningProducts } from './running-products.ts';
import { testBrand } from './test-brand.ts';

const googleClient = { id: 'courselift-test.apps.example', secret: 'known-to-the-test-alone' };

/** The product in this process, on a database, a sandbox and ports of its own. */
export interface TestProduct {
  url: string;
  /** The environment it was configured with, for processes that join it. */
  env: Record<string, string>;
  config: Config;
  /** Of the owner of the tables, for tests; API and workers connect as the application's role. */
  db: DataSource;
  sandbox: Sandbox;
  /** The logs of API and workers; nothing unless `LOG_LEVEL` is set. */
  logLines: readonly string[];
  /** Starts workers in this process; they stop with the product. */
  startWorkers(): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

/**
 * Starts API and sandbox; `env` overrides settings, such as REDIS_URL or RATE_LIMIT_FACTOR. Workers are started separately. With
 * `TEST_QUEUE=redis` in the environment of the tests, a product without REDIS_URL has a Redis of its own.
 */
export async function startTestProduct(
  env: Record<string, string> = {},
  pagesDir?: string,
): Promise<TestProduct> {
  const redisPath = process.env.TEST_QUEUE === 'redis' && !env.REDIS_URL ? requireRedis().path : undefined;
  const [database, redis] = await Promise.all([
    createTestDatabase(),
    redisPath ? startRedis(redisPath) : undefined,
  ]);
  const pooler = database.pooled(database.applicationUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'courselift-product-'));
  const { port, release } = await holdPort();
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const url = `http://localhost:${port}`;
  const sandbox = await createSandbox({
    port: 0,
    dataDir,
    merchant: testBrand,
    paymentSecretKey: secretKey,
    webhookUrl: `${url}/api/course/webhook/paystack`,
    productUrl: url,
    google: googleClient,
  });
  const settings: Record<string, string> = {
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.applicationUrl,
    ...(pooler && { DATABASE_POOLER_URL: pooler }),
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    PAYMENT_BASE_URL: `${sandbox.httpUrl}/payments`,
    PAYMENT_SECRET_KEY: secretKey,
    TOKEN_SECRET: randomBytes(32).toString('base64'),
    CREDENTIAL_KEYS: `1:${randomBytes(32).toString('base64')}`,
    GOOGLE_CLIENT_ID: googleClient.id,
    GOOGLE_CLIENT_SECRET: googleClient.secret,
    GOOGLE_ISSUER: sandbox.googleIssuer,
    RATE_LIMIT_FACTOR: '1000',
    RESERVATIONS_PER_SPONSOR: '1000',
    RENEWALS_PER_DAY: '1000',
    OPEN_MEETINGS_PER_SPONSOR: '1000',
    NEW_MEETINGS_PER_DAY: '1000',
    ...(redis && { REDIS_URL: redis.url }),
    ...env,
  };
  const config = readConfig(settings);
  const logLines: string[] = [];
  const log = createLogger(config, 'test', { write: (line) => logLines.push(line) });
  const connect = (
    applicationName: string,
    options: { databaseUrl: string; poolerUrl?: string | undefined; poolSize: number },
  ) => createDataSource({ entities, applicationName, ...options }).initialize();
  const { databaseUrl, poolerUrl } = config;
  const [db, apiDb] = await Promise.all([
    connect('test', { databaseUrl: database.url, poolSize: 5 }),
    connect('test-api', { databaseUrl, poolerUrl, poolSize: config.pools.api }),
  ]);
  const changes = createChangeFeed(config.databaseUrl, PAYMENTS_CHANNEL, log);
  const limits = await openRateLimitStore(config, log);
  const provider = createPaymentProvider(config.payment);
  const search = createSearchPool(config.databaseUrl, config.pools.search);
  const app = await createApp({ config, db: apiDb, search, log, changes, limits, provider }, pagesDir);
  await release();
  const server = await listenOn(app, port);
  const closing: (() => Promise<void>)[] = [];
  runningProducts.set(url, { db, config });
  return {
    url,
    env: settings,
    config,
    db,
    sandbox,
    logLines,
    async startWorkers() {
      const mailer = createMailer(config.mail);
      const workers = await startWorkers({
        deps: { config, db: apiDb, log, provider, mailer },
        jobs,
        handlers,
        schedules: [],
      });
      const stop = async () => {
        await workers.stop();
        mailer.close();
      };
      closing.push(stop);
      return { stop: () => closing.splice(closing.indexOf(stop), 1)[0]?.() ?? Promise.resolve() };
    },
    async close() {
      runningProducts.delete(url);
      await Promise.all(closing.map((stop) => stop()));
      await Promise.all([changes.close(), server.close()]);
      limits.close();
      await search.end();
      await Promise.all([db.destroy(), apiDb.destroy()]);
      await Promise.all([sandbox.close(), redis?.stop()]);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
