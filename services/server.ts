import { createApp } from './app.ts';
import { watchWorkers } from './cases/worker-heartbeats.ts';
import { repairSearchIndex, warmSearchIndex } from './catalogue/import/bulk-import.ts';
import { createSearchPool } from './catalogue/search-pool.ts';
import { PAYMENTS_CHANNEL } from './payments/payments.ts';
import { createChangeFeed } from './platform/database/change-feed.ts';
import { warnOfConnections } from './platform/database/connect-database.ts';
import { describeError } from './platform/describe-error.ts';
import { listenOn } from './platform/http/listen-on.ts';
import { openRateLimitStore } from './platform/http/rate-limit/rate-limit-store.ts';
import type { Logger } from './platform/log.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.ts';
import { describeStartFailure } from './platform/server-unavailable.ts';
import { watchForShutdown } from './platform/watch-process.ts';
import { pagesDir, prepareProcess } from './prepare-process.ts';
import { createPaymentProvider } from './providers/create-payment-provider.ts';
import { ensureSessionTimeout } from './providers/ensure-session-timeout.ts';
import { createCollector } from './queues/create-collector.ts';

/** Runs an API process: reads the configuration, connects, serves until a shutdown signal, drains, exits. */
async function run(): Promise<void> {
  const { signal, requested } = watchForShutdown();
  try {
    const { config, log, db, stopTracing } = await prepareProcess('api', 'The API', {
      signal,
      minPoolSize: 2,
    });
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
    const workers = watchWorkers(db, log);
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
    await workers.stop();
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
