import { Counter, Gauge, Histogram } from 'prom-client';
import { queueNames } from '#contracts/queue-names.ts';
import { registry } from './registry.ts';

const registers = [registry];

/** Attempts of jobs that ended; `outcome` is that of the delivery, `postponed` for an outage. */
export const jobsFinished = new Counter({
  name: 'courselift_jobs_finished_total',
  help: 'Attempts of jobs that ended in this process: done, retry, failed (no attempt left), postponed (an outage) or taken (delivered again elsewhere).',
  labelNames: ['queue', 'job', 'outcome'] as const,
  registers,
});

/** Duration of one attempt of a job. */
export const jobDuration = new Histogram({
  name: 'courselift_job_duration_seconds',
  help: 'Duration of one attempt of a job in this process.',
  labelNames: ['queue'] as const,
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60],
  registers,
});

/** Jobs that this process runs at the moment. */
export const jobsRunning = new Gauge({
  name: 'courselift_jobs_running',
  help: 'Jobs that this process runs now; the sum over all workers is the number of active jobs.',
  labelNames: ['queue'] as const,
  registers,
});

/** Outbox rows that the relay of this process added to the queue. */
export const jobsRelayed = new Counter({
  name: 'courselift_outbox_relayed_total',
  help: 'Outbox rows that the relay of this process added to the queue; `again` for jobs that the queue had lost.',
  labelNames: ['queue', 'kind'] as const,
  registers,
});

// Series that exist before their first event, so that its increase is seen.
for (const queue of queueNames) {
  for (const kind of ['first', 'again']) jobsRelayed.inc({ queue, kind }, 0);
}
