import { warnOfConnections } from '#services/platform/database/connect-database.ts';
import { createMailer } from '#services/platform/email/mailer.ts';
import { serveMetrics } from '#services/platform/metrics/serve-metrics.ts';
import { describeStartFailure } from '#services/platform/server-unavailable.ts';
import { watchForShutdown } from '#services/platform/watch-process.ts';
import { prepareProcess } from '#services/prepare-process.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { createCollector } from '#services/queues/create-collector.ts';
import { startWorkers, type WorkersOptions } from './start-workers.ts';
import { STUCK_EXIT_CODE, type StuckRow } from './watchdog.ts';

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
    const { config, log, db, stopTracing } = await prepareProcess('worker', 'The worker', { signal });
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
