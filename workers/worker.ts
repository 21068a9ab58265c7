import { jobs } from '#services/jobs.ts';
import { createPaymentProvider } from '#services/payments/payment-provider.ts';
import { readConfig } from '#services/platform/config.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { describeError } from '#services/platform/describe-error.ts';
import { createMailer } from '#services/platform/email/mailer.ts';
import { createLogger } from '#services/platform/log.ts';
import { createOutageLog } from '#services/platform/outage-log.ts';
import { waitUntilUp } from '#services/platform/wait-until-up.ts';
import { handlers } from './handlers.ts';
import { schedules } from './schedules.ts';
import { startWorkers } from './start-workers.ts';

/** Longest time between the request to end and the end, in milliseconds. */
const EXIT_MS = 9_000;

const stopping = new AbortController();
const stopRequested = new Promise<void>((resolve) => {
  stopping.signal.addEventListener('abort', () => resolve());
});
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.once(event, () => {
    setTimeout(() => process.exit(0), EXIT_MS).unref();
    stopping.abort();
  });
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLogger(config, 'worker');
  const databaseOutage = createOutageLog(log, 'PostgreSQL');
  const db = createDataSource({
    databaseUrl: config.databaseUrl,
    applicationName: 'courselift-worker',
    poolSize: 16,
    onPoolError: databaseOutage.failed,
  });
  const { signal } = stopping;
  await waitUntilUp('PostgreSQL', () => db.initialize(), { log, signal });
  const mailer = createMailer(config.mail);
  const provider = createPaymentProvider(config.payment);
  const deps = { config, db, log, provider, mailer };
  const workers = await startWorkers({ deps, jobs, handlers, schedules, signal });
  log.info('The worker is ready');
  process.send?.({ type: 'ready' });
  await stopRequested;
  await workers.stop();
  mailer.close();
  await db.destroy();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (stopping.signal.aborted) process.exit(0);
    process.stderr.write(`The worker cannot run. ${describeError(error)}\n`);
    process.exit(1);
  },
);
