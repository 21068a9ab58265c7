import pg from 'pg';
import { type QueueName, queueNames } from '#contracts/queue-names.ts';
import type { Config } from '#services/platform/config.ts';
import { postgresClientOptions } from '#services/platform/database/data-source.ts';
import { rows } from '#services/platform/database/sql.ts';
import { UnavailableError } from '#services/platform/errors.ts';
import { checkQueueServer } from '#services/platform/queue/connection.ts';
import type { JobDefinition } from '#services/platform/queue/define-job.ts';
import { openCondition } from '#services/platform/queue/outbox.entity.ts';
import type { Delivery, DeliveryResult } from '#services/platform/queue/queue-worker.ts';
import type { JobQueues } from '#services/platform/queue/queues.ts';
import { fullShare, usedShare } from '#services/platform/redis/redis-memory.ts';

type Run = (delivery: Delivery) => Promise<DeliveryResult>;

/** The last progress of this process, for the watchdog; see {@link createActivity}. */
export type Activity = ReturnType<typeof createActivity>;

/** Creates the record of a process that starts now. Times are of its own clock, in milliseconds. */
export function createActivity() {
  const startedAtMs = Date.now();
  const queues = new Map<QueueName, { movedAtMs: number; running: number }>();
  const stateOf = (queue: QueueName) => {
    const state = queues.get(queue) ?? { movedAtMs: startedAtMs, running: 0 };
    queues.set(queue, state);
    return state;
  };
  let relayedAtMs = startedAtMs;
  return {
    /** When the relay last added all rows that were due, found none, or left them because the queue was full. */
    relayedAtMs: () => relayedAtMs,
    relayed(): void {
      relayedAtMs = Date.now();
    },
    /** When a job of the queue last started or ended, and how many are running. */
    stateOf,
    /** Wraps the function that runs the deliveries of a queue, to record them. */
    watch:
      (queue: QueueName, run: Run): Run =>
      async (delivery) => {
        const state = stateOf(queue);
        state.movedAtMs = Date.now();
        state.running += 1;
        try {
          return await run(delivery);
        } finally {
          state.movedAtMs = Date.now();
          state.running -= 1;
        }
      },
  };
}

/** Exit code of a worker that makes no progress: EX_TEMPFAIL of sysexits.h. */
export const STUCK_EXIT_CODE = 75;

/** A row of the outbox that is ready and that this process leaves alone. */
export interface StuckRow {
  id: string;
  job: string;
  /** How long the row has been due, in seconds. */
  dueForS: number;
  /** Whether the relay has added it to its queue. */
  isClaimed: boolean;
}

interface WatchdogOptions {
  readonly config: Pick<Config, 'databaseUrl' | 'redisUrl'>;
  readonly jobs: readonly JobDefinition[];
  readonly queues: JobQueues;
  /** Number of jobs of a queue that this process runs at the same time. */
  readonly concurrency: Readonly<Record<QueueName, number>>;
  readonly activity: Activity;
  /** How long a row may be ready without progress, in milliseconds. */
  readonly limitMs: number;
  /** Called once. */
  readonly onStuck: (row: StuckRow) => void;
}

/**
 * Watches that this process makes progress: calls `onStuck` when a row of the outbox has been ready for `limitMs`, in two
 * checks in a row, while the relay of this process did nothing, or its worker of the queue had a free slot and started no
 * job. Rows after a failed attempt are not ready, because they wait for their next one. While PostgreSQL or Redis does not
 * respond to a connection of its own, or Redis is full, and for `limitMs` afterwards, it waits.
 */
export function startWatchdog(options: WatchdogOptions): { stop(): Promise<void> } {
  const { limitMs, onStuck } = options;
  let waitsUntilMs = Date.now() + limitMs;
  let seen = new Set<string>();
  let isStopped = false;

  const check = async () => {
    const ready = await findReadyRows(options).catch(() => undefined);
    if (!ready) waitsUntilMs = Date.now() + limitMs;
    if (!ready || isStopped || Date.now() < waitsUntilMs) {
      seen = new Set();
      return;
    }
    const stuck = ready.find(({ id }) => seen.has(id));
    seen = new Set(ready.map(({ id }) => id));
    if (!stuck) return;
    isStopped = true;
    onStuck(stuck);
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => (isStopped ? undefined : check()));
  }, limitMs / 6);
  timer.unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

async function findReadyRows(options: WatchdogOptions): Promise<StuckRow[]> {
  const { activity, concurrency, limitMs, jobs, queues, config } = options;
  const isQuiet = (atMs: number) => Date.now() - atMs > limitMs;
  const isRelayQuiet = isQuiet(activity.relayedAtMs());
  const quiet = queueNames.filter((name) => {
    const { movedAtMs, running } = activity.stateOf(name);
    return isQuiet(movedAtMs) && running < concurrency[name];
  });
  if (!isRelayQuiet && quiet.length === 0) return [];
  // A full Redis refuses the calls of workers; a restart of this process would not change that.
  if (usedShare(await checkQueueServer(config)) >= fullShare)
    throw new UnavailableError('Redis is full', { hasResponded: true });
  const queueOf = new Map(jobs.map(({ name, queue }) => [name, queue]));
  const due = await readDueRows(options);
  const waiting = new Map<QueueName, Set<string>>();
  for (const queue of new Set(due.map(({ job }) => queueOf.get(job))))
    if (queue && quiet.includes(queue)) waiting.set(queue, await queues.waitingIds(queue));
  return due.filter(({ id, job, isClaimed }) => {
    const queue = queueOf.get(job);
    return isClaimed ? queue && waiting.get(queue)?.has(id) : isRelayQuiet;
  });
}

// A connection of its own: the pool of a process that is stuck may have no free one.
async function readDueRows({ config, jobs, limitMs }: WatchdogOptions): Promise<StuckRow[]> {
  const client = new pg.Client({
    ...postgresClientOptions,
    connectionString: config.databaseUrl,
    query_timeout: 4_000,
    application_name: 'courselift-watchdog',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await rows<StuckRow>(
      client,
      `SELECT id, job, enqueued_at IS NOT NULL AS "isClaimed",
              round(extract(epoch FROM now() - available_at))::float8 AS "dueForS"
       FROM outbox
       WHERE ${openCondition} AND job = ANY($1) AND last_error IS NULL
         AND available_at <= now() - $2 * interval '1 millisecond'
       ORDER BY available_at LIMIT 200`,
      [jobs.map(({ name }) => name), limitMs],
    );
  } finally {
    client.end().catch(() => {});
  }
}
