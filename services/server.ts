import { fileURLToPath } from 'node:url';
import { entities } from '#services/entities.ts';
import { refuseSamplePeople } from './accounts/refuse-sample-people.ts';
import { createApp } from './app.ts';
import { repairSearchIndex, warmSearchIndex } from './catalogue/import/bulk-import.ts';
import { createSearchPool } from './catalogue/search-pool.ts';
import { PAYMENTS_CHANNEL } from './payments/payments.ts';
import { assertBuiltBrand } from './platform/brand/built-brand.ts';
import { checkSettings } from './platform/check-settings.ts';
import { readConfig, reportMisspelledSettings } from './platform/config.ts';
import { createChangeFeed } from './platform/database/change-feed.ts';
import { connectDatabase, warnOfConnections } from './platform/database/connect-database.ts';
import { createDataSource } from './platform/database/data-source.ts';
import { describeError } from './platform/describe-error.ts';
import { checkFileStore } from './platform/files/file-store.ts';
import { listenOn } from './platform/http/listen-on.ts';
import { openRateLimitStore } from './platform/http/rate-limit/rate-limit-store.ts';
import { createLogger, createOutageLog, type Logger } from './platform/log.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.ts';
import { describeStartFailure, waitUntilUp } from './platform/server-unavailable.ts';
import { startTracing } from './platform/tracing/spans.ts';
import { watchEventLoop, watchForShutdown } from './platform/watch-process.ts';
import { ensureSessionTimeout } from './providers/ensure-session-timeout.ts';
import { createPaymentProvider } from './providers/payment-provider.ts';
import { createCollector } from './queues/create-collector.ts';

const pagesDir = fileURLToPath(new URL('../dist', import.meta.url));

/** Runs an API process: reads the configuration, connects, serves until a shutdown signal, drains, exits. */
async function run(): Promise<void> {
  const { signal, requested } = watchForShutdown();
  try {
    reportMisspelledSettings();
    const config = readConfig();
    const log = createLogger(config, 'api');
    watchEventLoop('The API', log);
    checkSettings(config, log);
    assertBuiltBrand(config.brand, pagesDir);
    const stopTracing = await startTracing(config, 'api', log);
    const db = createDataSource({
      entities,
      databaseUrl: config.databaseUrl,
      poolerUrl: config.poolerUrl,
      applicationName: 'courselift-api',
      poolSize: config.pools.api,
      minPoolSize: 2,
      onPoolError: createOutageLog(log, 'PostgreSQL').failed,
      onNotifyError: createOutageLog(log, 'Sending notifications of PostgreSQL').failed,
    });
    await connectDatabase(db, config, { log, signal });
    await waitUntilUp('PostgreSQL', () => refuseSamplePeople(db, config), { log, signal });
    await checkFileStore(config, log);
    const changes = createChangeFeed(config.databaseUrl, PAYMENTS_CHANNEL, log);
    const limits = await openRateLimitStore(config, log);
    const search = createSearchPool(config.databaseUrl, config.pools.search);
    const provider = createPaymentProvider(config.payment);
    const deps = { config, db, search, log, changes, limits, provider, shutdown: signal };
    const server = await listenOn(await createApp(deps, pagesDir), config.port);
    const metrics = await serveMetrics({
      metrics: config.metrics,
      collect: createCollector(db, { search }),
      log,
    });
    log.info(`The API is ready on port ${server.port}`);
    process.send?.({ type: 'ready' });
    // oxlint-disable-next-line typescript/no-floating-promises -- it logs its errors
    void warnOfConnections(db, config, { log, signal });
    // oxlint-disable-next-line typescript/no-floating-promises -- it logs its errors
    void ensureSessionTimeout({ provider, log, signal });
    // oxlint-disable-next-line typescript/no-floating-promises -- it logs its errors
    void prepareSearch(config.databaseUrl, log);
    await requested;
    await server.drain(config.shutdownGraceMs);
    // Closing the change feed ends the open event streams; `server.close()` waits for them otherwise.
    await Promise.all([changes.close(), server.close()]);
    await metrics?.close();
    limits.close();
    await search.end();
    await db.destroy();
    await stopTracing();
    log.info('The API has ended');
  } catch (error) {
    if (!signal.aborted) {
      process.stderr.write(`The API cannot run. ${explain(error)}\n`);
      process.exit(1);
    }
  }
  process.exit(0);
}

/** Completes an interrupted import, and reads the search index into memory. Searches are served meanwhile. */
async function prepareSearch(databaseUrl: string, log: Logger): Promise<void> {
  const warn = (problem: string) => (error: unknown) => log.warn(`${problem}: ${describeError(error)}`);
  await repairSearchIndex(databaseUrl).catch(warn('The search is behind'));
  await warmSearchIndex(databaseUrl).catch(warn('The first searches may exceed their time limit'));
}

function explain(error: unknown): string {
  const { code, port } = error as { code?: string; port?: number };
  return code === 'EADDRINUSE'
    ? `Port ${port} is in use: choose another PORT or METRICS_PORT.`
    : describeStartFailure(error);
}

await run();
