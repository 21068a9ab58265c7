import type { JobDetails, JobSummary } from '#services/queues/list-jobs.ts';
import { formatTable } from './print-table.ts';

const mostErrorCharacters = 60;

/** Returns a table of jobs with their age and the start of their last error. */
export function formatJobTable(jobs: readonly JobSummary[], now = Date.now()): string {
  return formatTable(
    ['id', 'job', 'queue', 'state', 'age', 'last error'],
    jobs.map((job) => [
      job.id,
      job.name,
      job.queue ?? '(unknown)',
      job.state,
      ageText(now - job.createdAt.getTime()),
      cut(job.lastError ?? ''),
    ]),
  );
}

/** Returns one job as lines of `label  value`. */
export function formatJob(job: JobDetails): string {
  const lines: [string, string][] = [
    ['id', job.id],
    ['job', job.name],
    ['queue', job.queue ?? '(unknown to this version)'],
    ['state', job.state],
    ['attempts', job.attempts === null ? '(unknown to this version)' : `${job.attempts} at most`],
    ['created', job.createdAt.toISOString()],
    ['available', job.availableAt.toISOString()],
    // retry-jobs.ts sets the epoch start on a reopened row.
    ['enqueued', job.enqueuedAt && job.enqueuedAt.getTime() > 0 ? job.enqueuedAt.toISOString() : 'not yet'],
    ['ended', job.endedAt?.toISOString() ?? 'no'],
    ['payload', JSON.stringify(job.payload)],
    ['last error', job.lastError ?? 'none'],
  ];
  return lines.map(([label, value]) => `${label.padEnd(10)}  ${value}`).join('\n');
}

/** Returns why a job was neither retried nor discarded. */
export function reasonForSkipping(command: 'retry' | 'discard', job: JobSummary | undefined): string {
  if (!job) return 'There is no job with this id. Jobs that are done are removed after a week.';
  const ended = job.endedAt?.toISOString();
  if (job.state === 'done') return `It was done at ${ended}; there is nothing to ${command}.`;
  if (job.state === 'discarded')
    return `It was discarded at ${ended}; what it should have done must be started anew.`;
  if (job.state === 'queued')
    return 'It is queued or running and has attempts left; wait until it is done or failed.';
  // Another command may reopen the row between our update and this query; both end in the same state.
  if (job.state === 'failed')
    return `It failed again just now; ${command} it once more if you still want to.`;
  return `It is ${job.state} and has not run yet; the relay enqueues it when it is due.`;
}

function ageText(ms: number): string {
  const units: [string, number][] = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1_000],
  ];
  const [unit, length] = units.find(([, one]) => ms >= one) ?? ['s', 1_000];
  return `${Math.max(0, Math.floor(ms / length))}${unit}`;
}

const cut = (text: string) =>
  text.length > mostErrorCharacters ? `${text.slice(0, mostErrorCharacters - 1)}…` : text;
