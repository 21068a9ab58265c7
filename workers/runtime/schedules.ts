import { jobs } from '#services/jobs.ts';
import { createOutageLog, type Logger } from '#services/platform/log.ts';
import type { JobDefinition } from '#services/platform/queue/define-job.ts';
import type { JobQueues } from '#services/platform/queue/queues.ts';

/** A scheduled job with its cron pattern in UTC and the payload of its runs. */
export type Schedule = Readonly<{ job: JobDefinition; pattern: string; payload: unknown }>;

/** Schedules of all job definitions that have one. */
export const schedules: readonly Schedule[] = jobs.flatMap((job: JobDefinition) =>
  job.schedule ? [{ job, pattern: job.schedule.pattern, payload: {} }] : [],
);

const REPEAT_MS = 60_000;

/** Upserts the schedules in the queue, and again every minute, so that a queue that was emptied gets them back. */
export function maintainSchedules(
  list: readonly Schedule[],
  queues: JobQueues,
  log: Logger,
  repeatMs = REPEAT_MS,
): { stop(): Promise<void> } {
  const outage = createOutageLog(log, 'The schedules');
  const upsert = async () => {
    try {
      for (const { job, pattern, payload } of list) await queues.schedule(job, pattern, payload);
      outage.worked();
    } catch (error) {
      outage.failed(error);
    }
  };
  let running = upsert();
  const timer = setInterval(() => {
    running = running.then(upsert);
  }, repeatMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
