import { runWorkerProcess } from '#workers/runtime/run-worker-process.ts';
import { testHandlers, testJobs } from './test-jobs.ts';

// A worker process as in production, with the test jobs.
await runWorkerProcess({ jobs: testJobs, handlers: testHandlers, schedules: [] });
