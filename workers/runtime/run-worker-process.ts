import { fileURLToPath } from 'node:url';
import { refuseSamplePeople } from '#services/accounts/refuse-sample-people.ts';
import { entities } from '#services/entities.ts';
import { assertBuiltBrand } from '#services/platform/brand/built-brand.ts';
import { checkSettings } from '#services/platform/check-settings.ts';
import { readConfig, reportMisspelledSettings } from '#services/platform/config.ts';
import { connectDatabase, warnOfConnections } from '#services/platform/database/connect-database.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { createMailer } from '#services/platform/email/mailer.ts';
import { checkFileStore } from '#services/platform/files/file-store.ts';
import { createLogger, createOutageLog } from '#services/platform/log.ts';
import { serveMetrics } from '#services/platform/metrics/serve-metrics.ts';
import { describeStartFailure, waitUntilUp } from '#services/platform/server-unavailable.ts';
import { startTracing } from '#services/platform/tracing/spans.ts';
import { watchEventLoop, watchForShutdown } from '#services/platform/watch-process.ts';
import { createPaymentProvider } from '#services/providers/payment-provider.ts';
import { createCollector } from '#services/queues/create-collector.ts';
import { startWorkers, type WorkersOptions } from './start-workers.ts';
import { STUCK_EXIT_CODE, type StuckRow } from './watchdog.ts';

const pagesDir = fileURLToPath(new URL('../../dist', import.meta.url));

/**
 * Runs a worker process: reads the configuration, connects, sends `ready` to its parent, runs jobs until SIGTERM, SIGINT
 * or the loss of its parent, drains, and exits. Exit code 1 when it could not start,
 * {@link STUCK_EXIT_CODE} when it makes no progress.
 */
export async function runWorkerProcess(
  work: Omit<WorkersOptions, 'deps' | 'signal' | 'onStuck'>,
): Promise<never> {
  const { signal, requested } = watchForShutdown();
  try {
    reportMisspelledSettings();
    const config = readConfig();
    const log = createLogger(config, 'worker');
    watchEventLoop('The worker', log);
    checkSettings(config, log);
    assertBuiltBrand(config.brand, pagesDir);
    const stopTracing = await startTracing(config, 'worker', log);
    const db = createDataSource({
      entities,
      databaseUrl: config.databaseUrl,
      poolerUrl: config.poolerUrl,
      applicationName: 'courselift-worker',
      poolSize: config.pools.worker,
      onPoolError: createOutageLog(log, 'PostgreSQL').failed,
      onNotifyError: createOutageLog(log, 'Sending notifications of PostgreSQL').failed,
    });
    await connectDatabase(db, config, { log, signal });
    await waitUntilUp('PostgreSQL', () => refuseSamplePeople(db, config), { log, signal });
    await checkFileStore(config, log);
    const mailer = createMailer(config.mail);
    const deps = { config, db, log, provider: createPaymentProvider(config.payment), mailer };
    const onStuck = ({ id, job, dueForS }: StuckRow) => {
      log.fatal(
        { id, job, dueForS },
        'The worker makes no progress: a job is ready, and the servers respond. It exits, so that it is started again',
      );
      process.exit(STUCK_EXIT_CODE);
    };
    const workers = await startWorkers({ ...work, deps, signal, onStuck });
    const metrics = await serveMetrics({ metrics: config.metrics, collect: createCollector(db), log });
    log.info('The worker is ready');
    process.send?.({ type: 'ready' });
    // oxlint-disable-next-line typescript/no-floating-promises -- it logs its errors
    void warnOfConnections(db, config, { log, signal });
    await requested;
    await workers.stop();
    await metrics?.close();
    mailer.close();
    await db.destroy();
    await stopTracing();
    log.info('The worker has ended');
  } catch (error) {
    if (!signal.aborted) {
      process.stderr.write(`The worker cannot run. ${describeStartFailure(error)}\n`);
      process.exit(1);
    }
  }
  process.exit(0);
}
