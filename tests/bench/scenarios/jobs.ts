import pg from 'pg';
import { readConfig } from '#services/platform/config.ts';
import { createLogger } from '#services/platform/log.ts';
import { connectQueue } from '#services/platform/queue/connection.ts';
import { openQueues } from '#services/platform/queue/queues.ts';
import { atLeast } from '../core/limits.ts';
import type { Context, Goal, Scenario } from '../core/scenario.ts';
import { median } from '../core/statistics.ts';
import { interleave } from '../load/interleave.ts';
import { connectBareBull, type QueueServer } from '../processes/bare-queue.ts';
import { type Child, startChild } from '../processes/child.ts';
import { noOpJob } from '../processes/no-op-job.ts';
import { productSettings } from '../processes/product-settings.ts';
import { type Backend, startQueueServer } from '../processes/queue-server.ts';

const concurrency = 10;

/**
 * Goal 7: jobs without work through the product's worker and through bare BullMQ, each in a process of its own. A job of the product
 * is a row in PostgreSQL, so on Redis the goal is a bare worker that claims and closes a row for each job.
 */
export const noOpJobs: readonly Scenario[] = [jobsOn('redis', 10_000), jobsOn('postgres', 2_000)];

function jobsOn(backend: Backend, jobs: number): Scenario {
  const hasRows = backend === 'redis';
  const limit = atLeast(0.6);
  const bare: Goal = {
    id: `7 ${backend}`,
    what: `no-op jobs per second ÷ bare BullMQ, concurrency ${concurrency}`,
    ...(!hasRows && { limit }),
  };
  const withRows: Goal = {
    id: `7 ${backend} with rows`,
    what: 'the same ÷ bare BullMQ that claims and closes a row of PostgreSQL for each job',
    limit,
  };
  return {
    name: `jobs-${backend}`,
    goals: hasRows ? [bare, withRows] : [bare],
    seconds: 60,
    ...(backend === 'redis' && { needs: ['redis'] as const }),
    async run(context) {
      const count = context.isQuick ? jobs / 10 : jobs;
      const server = await startQueueServer(context, backend);
      const product = await startProduct(context, server, count);
      const floors = [{ goal: bare, name: 'BullMQ', floor: await startFloor(context, server, count) }];
      if (hasRows)
        floors.push({
          goal: withRows,
          name: 'BullMQ with rows',
          floor: await startFloor(context, server, count, 'rows'),
        });
      const perSecond = await interleave(context, product.measure, async () => {
        const rates: number[] = [];
        for (const { floor } of floors) rates.push(await floor.measure());
        return rates;
      });
      const sideOf = (name: string, values: readonly number[], { child }: Measured) => ({
        name,
        perSecond: median(values),
        rssMb: child.rssMb(),
        errors: 0,
      });
      return floors.map(({ goal, name, floor }, index) => {
        const rates = perSecond.floor.map((each) => each[index] ?? Number.NaN);
        return {
          goal: goal.id,
          values: perSecond.product.map((rate, round) => rate / (rates[round] ?? Number.NaN)),
          sides: [sideOf('product', perSecond.product, product), sideOf(name, rates, floor)],
        };
      });
    },
  };
}

/** A worker process, and how to measure its jobs per second in one round. */
interface Measured {
  child: Child;
  measure(): Promise<number>;
}

const settingsOf = ({ databaseUrl, redisUrl }: QueueServer) =>
  productSettings({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl ?? '' });

async function startProduct(context: Context, server: QueueServer, count: number): Promise<Measured> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  context.defer(() => client.end());
  const log = createLogger({ logLevel: 'warn' }, 'bench');
  const connection = await connectQueue(readConfig(settingsOf(server)), log);
  context.defer(() => connection.close());
  const queues = await openQueues(connection, log);
  context.defer(() => queues.close());
  const file = new URL('../processes/no-op-worker.ts', import.meta.url);
  return startMeasured(context, server, { file, queue: noOpJob.queue, count }, async () => {
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO outbox (job, payload, enqueued_at) SELECT $1, '{}', now() FROM generate_series(1, $2::int) RETURNING id`,
      [noOpJob.name, count],
    );
    for (let first = 0; first < count; first += 200) {
      const batch = rows.slice(first, first + 200);
      await queues.add(
        noOpJob.queue,
        batch.map(({ id }) => ({ id, definition: noOpJob })),
      );
    }
    return async () => {
      const { rows: left } = await client.query(
        'SELECT 1 FROM outbox WHERE closed_at IS NULL OR failed_at IS NOT NULL',
      );
      if (left.length > 0) throw new Error(`${left.length} jobs of the product were not done.`);
    };
  });
}

async function startFloor(
  context: Context,
  server: QueueServer,
  count: number,
  kind: 'bare' | 'rows' = 'bare',
): Promise<Measured> {
  const bull = connectBareBull(server);
  context.defer(() => bull.close());
  const name = `floor-${kind}`;
  const queue = bull.createQueue(name);
  context.defer(() => queue.close());
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  context.defer(() => client.end());
  if (kind === 'rows')
    await client.query(
      'CREATE TABLE floor_jobs (id int PRIMARY KEY, claimed_at timestamptz, closed_at timestamptz)',
    );
  const file = new URL('../floors/bare-worker.ts', import.meta.url);
  return startMeasured(context, server, { file, queue: name, count }, async () => {
    if (kind === 'rows') {
      await client.query('TRUNCATE floor_jobs');
      await client.query('INSERT INTO floor_jobs SELECT generate_series(0, $1::int)', [count - 1]);
    }
    for (let first = 0; first < count; first += 200) {
      const size = Math.min(200, count - first);
      await queue.addBulk(
        Array.from({ length: size }, (_, index) => ({
          name: 'no-op',
          data: { id: first + index },
          opts: { removeOnComplete: true },
        })),
      );
    }
    return async () => {
      if (kind === 'bare') return;
      const { rowCount } = await client.query('SELECT 1 FROM floor_jobs WHERE closed_at IS NULL LIMIT 1');
      if (rowCount) throw new Error('Jobs of the floor were not closed.');
    };
  });
}

/** Adds jobs while the queue is paused, then resumes it and lets the process report how long its jobs took. */
async function startMeasured(
  context: Context,
  server: QueueServer,
  { file, queue: name, count }: { file: URL; queue: string; count: number },
  add: () => Promise<() => Promise<void>>,
): Promise<Measured> {
  const bull = connectBareBull(server);
  context.defer(() => bull.close());
  const queue = bull.createQueue(name);
  context.defer(() => queue.close());
  const child = await startChild(file, settingsOf(server), [String(concurrency), name]);
  context.defer(() => child.stop());
  return {
    child,
    async measure() {
      await queue.pause();
      const check = await add();
      await child.call({ jobs: count });
      const ended = child.next<{ seconds: number }>();
      await queue.resume();
      const { seconds } = await ended;
      await check();
      return count / seconds;
    },
  };
}
