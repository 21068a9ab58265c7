import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { entities } from '#services/entities.ts';
import { withTimeout } from '#services/platform/async-calls.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { atMost } from '../core/limits.ts';
import type { Context, Scenario, Side } from '../core/scenario.ts';
import { median, percentile } from '../core/statistics.ts';
import { interleave } from '../load/interleave.ts';
import { connectBareBull, type QueueServer } from '../processes/bare-queue.ts';
import { type Child, startChild } from '../processes/child.ts';
import { productSettings } from '../processes/product-settings.ts';
import { type Backend, startQueueServer } from '../processes/queue-server.ts';
import { sharedClockMs, timedJob } from '../processes/timed-job.ts';

const perSecond = 50;
const mostMs = 60_000;
const insert = 'INSERT INTO business (title) VALUES ($1)';

/** Goal 6, second part: from the start of a transaction to the start of its job, at 50 a second. */
export const jobStart: readonly Scenario[] = [scenarioOn('redis'), scenarioOn('postgres')];

function scenarioOn(backend: Backend): Scenario {
  const goal = `6 job start ${backend}`;
  return {
    name: `job-start-${backend}`,
    goals: [
      {
        id: goal,
        what: 'transaction to job start ÷ commit, then add to bare BullMQ; median time',
        limit: atMost(2.5),
      },
    ],
    seconds: 45,
    ...(backend === 'redis' && { needs: ['redis'] as const }),
    async run(context) {
      const server = await startQueueServer(context, backend);
      const [product, floor] = [await startProduct(context, server), await startFloor(context, server)];
      const count = Math.round(perSecond * context.seconds);
      const times = await interleave(
        context,
        () => timeStarts(product, count),
        () => timeStarts(floor, count),
      );
      const medians = (rounds: readonly number[][]) => rounds.map(median);
      return [
        {
          goal,
          values: medians(times.product).map((ms, round) => ms / (medians(times.floor)[round] ?? Number.NaN)),
          sides: [sideOf('product', times.product, product), sideOf('commit, then add', times.floor, floor)],
        },
      ];
    },
  };
}

/** A worker process, and the transaction that causes a job of it. */
interface Chain {
  worker: Child;
  cause(): Promise<unknown>;
}

async function startProduct(context: Context, server: QueueServer): Promise<Chain> {
  const { databaseUrl } = server;
  const db = createDataSource({ entities, databaseUrl, applicationName: 'bench' });
  await db.initialize();
  context.defer(() => db.destroy());
  await rows(db, 'CREATE TABLE business (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title text)');
  const worker = await startWorker(context, server, new URL('../processes/timed-worker.ts', import.meta.url));
  const cause = () => {
    const startedAtMs = sharedClockMs();
    return inTransaction(db, async (manager) => {
      await rows(manager, insert, ['product']);
      await enqueue(manager, timedJob, { startedAtMs });
    });
  };
  return { worker, cause };
}

async function startFloor(context: Context, server: QueueServer): Promise<Chain> {
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 10 });
  context.defer(() => pool.end());
  const bull = connectBareBull(server);
  context.defer(() => bull.close());
  const queue = bull.createQueue('floor');
  context.defer(() => queue.close());
  const worker = await startWorker(context, server, new URL('../floors/timed-worker.ts', import.meta.url));
  const cause = async () => {
    const startedAtMs = sharedClockMs();
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query({ name: 'insert', text: insert, values: ['floor'] });
    await client.query('COMMIT');
    client.release();
    await queue.add('timed', { startedAtMs }, { removeOnComplete: true });
  };
  return { worker, cause };
}

async function startWorker(
  context: Context,
  { databaseUrl, redisUrl }: QueueServer,
  file: URL,
): Promise<Child> {
  const settings = productSettings({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl ?? '' });
  const worker = await startChild(file, settings);
  context.defer(() => worker.stop());
  return worker;
}

/** Causes jobs at a steady rate, whether or not earlier ones have started. Returns the times until they start. */
async function timeStarts({ worker, cause }: Chain, count: number): Promise<number[]> {
  await worker.call({ jobs: count });
  const ended = worker.next<{ timesMs: number[] }>();
  const startedMs = performance.now();
  const caused: Promise<unknown>[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(Math.max(0, startedMs + (index * 1_000) / perSecond - performance.now()));
    caused.push(cause());
  }
  await Promise.all(caused);
  const { timesMs } = await withTimeout(ended, mostMs, `The start of ${count} jobs`);
  return timesMs;
}

function sideOf(name: string, rounds: readonly number[][], { worker }: Chain): Side {
  const medianOf = (share: number) => median(rounds.map((times) => percentile(times, share)));
  return {
    name,
    p50Ms: medianOf(0.5),
    p95Ms: medianOf(0.95),
    p99Ms: medianOf(0.99),
    rssMb: worker.rssMb(),
    errors: 0,
  };
}
