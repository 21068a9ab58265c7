import type pg from 'pg';
import { discardJobs } from '#services/queues/discard-jobs.ts';
import { countJobs, findJob, listJobs } from '#services/queues/list-jobs.ts';
import { retryJobs } from '#services/queues/retry-jobs.ts';
import { connectToDatabase } from './connect-to-database.ts';
import { formatJob, formatJobTable, reasonForSkipping } from './describe-jobs.ts';
import { type JobsCommand, jobsUsage, readJobsOptions } from './read-jobs-options.ts';
import { runCommand } from './run-command.ts';

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
  const [found, total] = [await listJobs(client, filters, limit), await countJobs(client, filters)];
  if (isJson) print(JSON.stringify({ total, jobs: found }, null, 2));
  else if (total === 0) print('No jobs match.');
  else print(`${formatJobTable(found)}\n${found.length} of ${total} jobs.`);
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
  for (const id of ids.filter((one) => !changed.includes(one))) {
    refused.push({ id, reason: reasonForSkipping(command, await findJob(client, id)) });
  }
  const done = command === 'retry' ? 'Reopened; runs within seconds' : 'Discarded';
  if (isJson)
    print(JSON.stringify({ [command === 'retry' ? 'retried' : 'discarded']: changed, refused }, null, 2));
  else {
    for (const id of changed) print(`${id}  ${done}.`);
    for (const one of refused) print(`${one.id}  ${one.reason}`);
    print(
      `${changed.length} ${command === 'retry' ? 'retried' : 'discarded'}, ${refused.length} left as they were.`,
    );
  }
  return changed.length === 0 || refused.length > 0 ? 2 : 0;
}

await runCommand(() => run(process.argv.slice(2)));
