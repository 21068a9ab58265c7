import type pg from 'pg';
import { dayMs, hourMs, minuteMs } from '#contracts/durations.ts';
import { discardJobs, retryJobs } from '#services/queues/dead-letters.ts';
import {
  countJobs,
  findJob,
  type JobDetails,
  type JobSummary,
  listJobs,
} from '#services/queues/find-jobs.ts';
import { formatTable } from './print.ts';
import { connectToDatabase } from './product-database.ts';
import { type JobsCommand, jobsUsage, readJobsOptions } from './read-jobs-options.ts';
import { runCommand } from './run-command.ts';

const mostErrorCharacters = 60;

/** Returns a table of jobs with their age and the start of their last error. */
function formatJobTable(jobs: readonly JobSummary[], now = Date.now()): string {
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
function formatJob(job: JobDetails): string {
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
function reasonForSkipping(command: 'retry' | 'discard', job: JobSummary | undefined): string {
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
    ['d', dayMs],
    ['h', hourMs],
    ['m', minuteMs],
    ['s', 1_000],
  ];
  const [unit, length] = units.find(([, unitMs]) => ms >= unitMs) ?? ['s', 1_000];
  return `${Math.max(0, Math.floor(ms / length))}${unit}`;
}

const cut = (text: string) =>
  text.length > mostErrorCharacters ? `${text.slice(0, mostErrorCharacters - 1)}…` : text;

const print = (text: string) => process.stdout.write(`${text.trimEnd()}\n`);

/** `npm run jobs -- COMMAND`: lists, shows, retries and discards jobs of the outbox; see {@link jobsUsage}. */
async function run(args: readonly string[]): Promise<number> {
  const options = readJobsOptions(args);
  if (options.command === 'help') {
    print(jobsUsage);
    return 0;
  }
  const client = await connectToDatabase('courselift-jobs', options.database);
  try {
    if (options.command === 'list') return await list(client, options);
    if (options.command === 'show') return await show(client, options);
    return await change(client, options, options.command);
  } finally {
    await client.end();
  }
}

async function list(client: pg.Client, { filters, limit, isJson }: JobsCommand): Promise<number> {
  const [jobs, total] = [await listJobs(client, filters, limit), await countJobs(client, filters)];
  if (isJson) print(JSON.stringify({ total, jobs }, null, 2));
  else if (total === 0) print('No jobs match.');
  else print(`${formatJobTable(jobs)}\n${jobs.length} of ${total} jobs.`);
  return 0;
}

async function show(client: pg.Client, { ids: [id = ''], isJson }: JobsCommand): Promise<number> {
  const job = await findJob(client, id);
  if (!job) throw new Error(`There is no job ${id}. Jobs that are done are removed after a week.`);
  print(isJson ? JSON.stringify(job, null, 2) : formatJob(job));
  return 0;
}

async function change(
  client: pg.Client,
  { ids, filters, by, reason, isJson }: JobsCommand,
  command: 'retry' | 'discard',
): Promise<number> {
  const about = ids.length > 0 ? { ids } : filters;
  const changed =
    command === 'retry'
      ? await retryJobs(client, about, `retried by ${by}`)
      : await discardJobs(client, about, `${reason} (by ${by})`);
  const refused: { id: string; reason: string }[] = [];
  for (const id of ids.filter((given) => !changed.includes(given))) {
    refused.push({ id, reason: reasonForSkipping(command, await findJob(client, id)) });
  }
  const done = command === 'retry' ? 'Reopened; runs within seconds' : 'Discarded';
  if (isJson)
    print(JSON.stringify({ [command === 'retry' ? 'retried' : 'discarded']: changed, refused }, null, 2));
  else {
    for (const id of changed) print(`${id}  ${done}.`);
    for (const job of refused) print(`${job.id}  ${job.reason}`);
    print(
      `${changed.length} ${command === 'retry' ? 'retried' : 'discarded'}, ${refused.length} left as they were.`,
    );
  }
  return changed.length === 0 || refused.length > 0 ? 2 : 0;
}

await runCommand(() => run(process.argv.slice(2)));
