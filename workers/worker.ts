import { jobs } from '#services/jobs.ts';
import { handlers } from './handlers.ts';
import { runWorkerProcess } from './runtime/run-worker-process.ts';
import { schedules } from './runtime/schedules.ts';

await runWorkerProcess({ jobs, handlers, schedules });
