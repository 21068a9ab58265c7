import { purgeDrawsJob } from '#services/funding/funding.jobs.ts';
import type { Logger } from '#services/platform/log.ts';
import { createOutageLog } from '#services/platform/outage-log.ts';
import type { JobDefinition } from '#services/platform/queue/define-job.ts';
import { purgeOutboxJob } from '#services/platform/queue/housekeeping.jobs.ts';
import type { JobQueues } from '#services/platform/queue/queues.ts';

/** A job that runs by the clock: a cron pattern in UTC, with a leading field for seconds where six are given. */
export interface Schedule {
  readonly job: JobDefinition;
  readonly pattern: string;
  readonly payload: unknown;
}

/** Everything that runs by the clock. */
export const schedules: readonly Schedule[] = [
  { job: purgeOutboxJob, pattern: '17 * * * *', payload: {} },
  { job: purgeDrawsJob, pattern: '47 3 * * *', payload: {} },
];

const REPEAT_MS = 60_000;

/** Puts the schedules into the queue, and again every minute: a queue that was emptied gets them back. */
export function maintainSchedules(
  list: readonly Schedule[],
  queues: JobQueues,
  log: Logger,
  repeatMs = REPEAT_MS,
): { stop(): Promise<void> } {
  const outage = createOutageLog(log, 'The schedules');
  const put = async () => {
    try {
      for (const { job, pattern, payload } of list) await queues.schedule(job, pattern, payload);
      outage.worked();
    } catch (error) {
      outage.failed(error);
    }
  };
  let running = put();
  const timer = setInterval(() => {
    running = running.then(put);
  }, repeatMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
