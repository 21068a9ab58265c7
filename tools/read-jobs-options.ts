import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { dayMs, hourMs, minuteMs } from '#contracts/durations.ts';
import { type QueueName, queueNames } from '#contracts/queue-names.ts';
import { type JobFilters, type JobState, jobStates } from '#services/queues/find-jobs.ts';
import { jobs } from '../services/jobs.ts';

/** Printed by `npm run jobs -- help`, and after an error in the command line. */
export const jobsUsage = `npm run jobs -- list [filters] [--limit N] [--json]
npm run jobs -- show ID [--json]
npm run jobs -- retry ID... | filters [--json]
npm run jobs -- discard ID... | filters --reason TEXT [--json]

  list      the newest jobs of the outbox; without --state those that are neither done nor discarded
  show      one job with its payload (ids only) and its last error
  retry     run failed jobs again, with all their attempts
  discard   close failed jobs without running them; the reason goes into the audit log

Filters
  --queue NAME        ${queueNames.join(', ')}
  --name JOB          such as payments.verify
  --state STATE       ${jobStates.join(', ')}, all
  --older-than AGE    written to the outbox at least this long ago: 90s, 30m, 2h, 7d
  --newer-than AGE    written to the outbox at most this long ago

Options
  --limit N           list at most N jobs (default 50)
  --reason TEXT       why the jobs are discarded
  --by NAME           who retries or discards, for the audit log (default: the account of this computer)
  --database URL      DATABASE_URL, or the product that runs here, when left out
  --json              JSON instead of a table

Only failed jobs can be retried or discarded: the relay and the workers take care of all others.
Exit codes: 0 done, 1 not possible, 2 at least one job was left as it was, or none matched.
`;

const commands = ['list', 'show', 'retry', 'discard', 'help'] as const;

/** Parsed command line of `npm run jobs`. */
export type JobsCommand = ReturnType<typeof readJobsOptions>;

const jobNames = jobs.map(({ name }) => name);
const text = { type: 'string' } as const;

/** Parses the command line. Throws an Error whose message says what to correct. */
export function readJobsOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ queue: text, name: text, state: text, 'older-than': text, 'newer-than': text, database: text },
      limit: { ...text, default: '50' },
      reason: { ...text, default: '' },
      by: { ...text, default: userInfo().username },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [first, ...ids] = positionals;
  const command = values.help ? 'help' : oneOf(commands, first ?? 'help', 'command');
  const state = values.state === 'all' ? undefined : values.state && oneOf(jobStates, values.state, 'state');
  const filters: JobFilters = {
    name: values.name && oneOf(jobNames, values.name, 'job'),
    queue: values.queue === undefined ? undefined : oneOf<QueueName>(queueNames, values.queue, 'queue'),
    states: state ? [state] : undefined,
    olderThanMs: readAge(values['older-than'], '--older-than'),
    newerThanMs: readAge(values['newer-than'], '--newer-than'),
  };
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) throw mistake('--limit must be 1 to 10000.');
  const parsed = {
    command,
    ids: [...new Set(ids.map((id) => id.toLowerCase()))],
    filters:
      command === 'list' && values.state === undefined ? { ...filters, states: openOrFailed } : filters,
    limit,
    reason: values.reason.trim(),
    by: values.by,
    database: values.database,
    isJson: values.json,
  };
  check(parsed);
  return parsed;
}

const openOrFailed: JobState[] = ['waiting', 'delayed', 'queued', 'failed'];

function check({ command, ids, filters, reason }: JobsCommand): void {
  if (command === 'help') return;
  // npm consumes options before its own "--" and passes only their values.
  if (command === 'list' && ids.length > 0)
    throw mistake(`list takes filters, no ids. Options need a -- before them: npm run jobs -- list …`);
  const wrong = ids.find((id) => !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id));
  if (wrong !== undefined) throw mistake(`“${wrong}” is not the id of a job. \`list\` shows the ids.`);
  if (command === 'show' && ids.length !== 1) throw mistake('show takes the id of one job.');
  if (command !== 'retry' && command !== 'discard') return;
  const hasFilter = Object.values(filters).some((filter) => filter !== undefined);
  if (ids.length === 0 && !hasFilter) throw mistake(`${command} needs the ids of jobs, or a filter.`);
  if (ids.length > 0 && hasFilter) throw mistake(`${command} takes ids or filters, not both.`);
  if (filters.states && !filters.states.includes('failed'))
    throw mistake(`${command} is for failed jobs only.`);
  if (command === 'discard' && reason.length < 3)
    throw mistake('discard needs --reason TEXT: it is written to the audit log.');
}

function readAge(age: string | undefined, option: string): number | undefined {
  if (age === undefined) return undefined;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(age) ?? [];
  if (!amount) throw mistake(`${option} must be a number with s, m, h or d, such as 30m.`);
  return Number(amount) * { s: 1_000, m: minuteMs, h: hourMs, d: dayMs }[unit as 's' | 'm' | 'h' | 'd'];
}

function oneOf<T extends string>(known: readonly T[], given: string, what: string): T {
  const name = known.find((candidate) => candidate === given);
  if (name === undefined) throw mistake(`There is no ${what} “${given}”. There are: ${known.join(', ')}.`);
  return name;
}

const mistake = (sentence: string) => new Error(`${sentence}\n\n${jobsUsage}`);
