import { entities } from '#services/entities.ts';
import { createPaymentProvider } from '#services/payments/payment-provider.ts';
import { readConfig } from '#services/platform/config.ts';
import { connectDatabase } from '#services/platform/database/connect-database.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { createMailer } from '#services/platform/email/mailer.ts';
import { createLogger } from '#services/platform/log.ts';
import { createOutageLog } from '#services/platform/outage-log.ts';
import { describeStartFailure } from '#services/platform/server-unavailable.ts';
import { startWorkers, type WorkersOptions } from './start-workers.ts';

/** Longest time between the request to end and the end, in milliseconds. */
const EXIT_MS = 9_000;

/**
 * The life of a worker process: it reads the configuration, connects, says `ready` to its parent, works until it
 * is asked to end or loses its parent, lets running jobs end, and exits. Exit code 1 when it could not start.
 */
export async function runWorkerProcess(work: Omit<WorkersOptions, 'deps' | 'signal'>): Promise<never> {
  const { signal, requested } = watchForShutdown();
  try {
    const config = readConfig();
    const log = createLogger(config, 'worker');
    const db = createDataSource({
      entities,
      databaseUrl: config.databaseUrl,
      applicationName: 'courselift-worker',
      poolSize: 16,
      onPoolError: createOutageLog(log, 'PostgreSQL').failed,
    });
    await connectDatabase(db, config.databaseUrl, { log, signal });
    const mailer = createMailer(config.mail);
    const deps = { config, db, log, provider: createPaymentProvider(config.payment), mailer };
    const workers = await startWorkers({ ...work, deps, signal });
    log.info('The worker is ready');
    process.send?.({ type: 'ready' });
    await requested;
    await workers.stop();
    mailer.close();
    await db.destroy();
    log.info('The worker has ended');
  } catch (error) {
    if (!signal.aborted) {
      process.stderr.write(`The worker cannot run. ${describeStartFailure(error)}\n`);
      process.exit(1);
    }
  }
  process.exit(0);
}

function watchForShutdown(): { signal: AbortSignal; requested: Promise<void> } {
  const ending = new AbortController();
  const requested = Promise.withResolvers<void>();
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
    process.on(event, () => {
      if (ending.signal.aborted) return;
      // Whatever hangs in the orderly end, the process that started this one can rely on the time.
      setTimeout(() => process.exit(0), EXIT_MS).unref();
      ending.abort();
      requested.resolve();
    });
  }
  return { signal: ending.signal, requested: requested.promise };
}
