import { jobs } from '#services/jobs.ts';
import { handlers } from './handlers.ts';
import { runWorkerProcess } from './run-worker-process.ts';
import { schedules } from './schedules.ts';

await runWorkerProcess({ jobs, handlers, schedules });
