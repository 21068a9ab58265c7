import type { DataSource } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import { checkQueueServer } from '#services/platform/queue/connection.ts';
import { describeMemoryProblem, percent, usedShare } from '#services/platform/redis/redis-memory.ts';
import { type Figures, type QueueFigures, readFigures } from '#services/queues/figures.ts';
import { type Check, failed, ok, skipped, warning } from './check.ts';

/** As the alerts of deploy/observability. */
const longestQueuedS = 900;

/** Checks of Redis, jobs and cases. */
export function queueChecks(config: Config, db: DataSource): Check[] {
  let read: Promise<Figures> | undefined;
  const figures = () => {
    read ??= readFigures(db);
    return read;
  };
  /** Lists the queues for which `amountOf` is not 0. */
  const list = async (amountOf: (queue: QueueFigures) => number, unit = '') =>
    (await figures()).queues
      .filter((queue) => amountOf(queue) > 0)
      .map((queue) => `${queue.queue} ${Math.round(amountOf(queue))}${unit}`)
      .join(', ');
  return [
    {
      name: 'Redis',
      why: 'Jobs wait while it is unavailable, and may be delayed when it evicts or forgets them.',
      section: 'checks-at-the-start',
      worksWithoutDatabase: true,
      async run() {
        if (!config.redisUrl) return skipped('the queues are in PostgreSQL');
        const memory = await checkQueueServer(config);
        const problem = describeMemoryProblem(memory);
        if (problem) return warning(problem);
        return ok(
          `maxmemory-policy noeviction, appendonly yes, ${percent(usedShare(memory))} of maxmemory used`,
        );
      },
    },
    {
      name: 'Outbox',
      why: 'No relay takes jobs that are due: payments stay unsettled and mails unsent.',
      section: 'courseliftoutboxstuck',
      async run() {
        const longest = config.watchdogMs / 1000;
        const late = await list(
          ({ oldestWaitingS }) => (oldestWaitingS > longest ? oldestWaitingS : 0),
          ' s',
        );
        if (late) return failed(`the oldest ready job waits for: ${late}`);
        const oldest = Math.max(0, ...(await figures()).queues.map(({ oldestWaitingS }) => oldestWaitingS));
        return ok(oldest === 0 ? 'no job is ready' : `the oldest ready job waits for ${oldest.toFixed(1)} s`);
      },
    },
    {
      name: 'Failed jobs',
      why: 'They have used up their attempts and do not run again by themselves.',
      section: 'courseliftjobsfailed',
      async run() {
        const jobs = await list((queue) => queue.failed);
        return jobs ? failed(`${jobs}; npm run jobs -- list --state failed`) : ok('none');
      },
    },
    {
      name: 'Stalled jobs',
      why: 'More jobs arrive than are done, or a server that they need is unavailable.',
      section: 'courseliftqueuebehind',
      async run() {
        const late = await list(
          ({ oldestQueuedS }) => (oldestQueuedS > longestQueuedS ? oldestQueuedS : 0),
          ' s',
        );
        return late
          ? failed(`not done since they were due: ${late}`)
          : ok('none is due for longer than 15 min');
      },
    },
    {
      name: 'Cases',
      why: 'A refund is money owed; a dispute that is not answered in time is lost.',
      section: 'courseliftcasesoverdue',
      async run() {
        const { cases } = await figures();
        const overdue = cases
          .filter((group) => group.overdue > 0)
          .map((group) => `${group.kind} ${group.overdue}`);
        const open = cases.reduce((sum, { n }) => sum + n, 0);
        return overdue.length > 0
          ? warning(`overdue: ${overdue.join(', ')}`)
          : ok(`${open} open, none overdue`);
      },
    },
  ];
}
