import { runWorkerProcess } from '#workers/runtime/run-worker-process.ts';
import { testHandlers, testJobs } from './test-jobs.ts';

// A worker process like the product's, with the jobs of the tests.
await runWorkerProcess({ jobs: testJobs, handlers: testHandlers, schedules: [] });
