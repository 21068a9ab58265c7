import { entities } from '#services/entities.ts';
import { readConfig } from '#services/platform/config.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { createLogger } from '#services/platform/log.ts';
import type { WorkerDeps } from '#workers/runtime/handler.ts';
import { startWorkers } from '#workers/runtime/start-workers.ts';
import { createStartRecorder, timedJob } from './timed-job.ts';

// The product's relay and workers with one job, whose handler records when it starts.
const config = readConfig();
const log = createLogger(config, 'bench');
const db = createDataSource({ entities, databaseUrl: config.databaseUrl, applicationName: 'bench-worker' });
await db.initialize();
const record = createStartRecorder();
await startWorkers({
  // The job uses neither provider nor mailer.
  deps: { config, db, log } as unknown as WorkerDeps,
  jobs: [timedJob],
  handlers: { [timedJob.name]: ({ startedAtMs }: { startedAtMs: number }) => record(startedAtMs) },
  schedules: [],
});
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });
