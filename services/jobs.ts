import { purgeOutboxJob } from './platform/queue/housekeeping.jobs.ts';

/** Every job definition; a job that is not listed here is never run. */
export const jobs = [purgeOutboxJob] as const;
