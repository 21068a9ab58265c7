import { entities } from '#services/entities.ts';
import { readConfig } from '#services/platform/config.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { createLogger } from '#services/platform/log.ts';
import { connectQueue } from '#services/platform/queue/connection.ts';
import { startQueueWorker } from '#services/platform/queue/queue-worker.ts';
import type { WorkerDeps } from '#workers/runtime/handler.ts';
import { createJobRunner } from '#workers/runtime/run-job.ts';
import { createRunCounter } from './count-runs.ts';
import { noOpJob } from './no-op-job.ts';

// The product's worker for one queue: outbox row read, job run, row closed. Concurrency of the goal, not of the product.
const config = readConfig();
const log = createLogger(config, 'bench');
const db = createDataSource({
  entities,
  databaseUrl: config.databaseUrl,
  applicationName: 'bench-worker',
  poolSize: 16,
});
await db.initialize();
// The job uses neither provider nor mailer.
const deps = { config, db, log } as unknown as WorkerDeps;
const run = createJobRunner({ deps, jobs: [noOpJob], handlers: { [noOpJob.name]: async () => {} } });
const counter = createRunCounter();
await startQueueWorker({
  connection: await connectQueue(config, log),
  queue: noOpJob.queue,
  jobs: [noOpJob],
  concurrency: Number(process.argv[2]),
  run: (delivery) => counter.count(() => run(delivery)),
  onAbandoned: async () => {},
  log,
});
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });
