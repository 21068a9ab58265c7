import { readdirSync } from 'node:fs';
import { Redis } from 'ioredis';
import { queueNames } from '#contracts/queue-names.ts';
import { row } from '#services/platform/database/sql.ts';
import { openCondition } from '#services/platform/queue/outbox.entity.ts';
import { rssMb } from '#tests/bench/processes/child.ts';
import type { System } from '../processes/start-system.ts';
import type { Series, Unit, UseSample } from './series.ts';

const states = ['wait', 'active', 'prioritized', 'delayed', 'failed', 'completed'] as const;

/** Numbers from PostgreSQL, by column. Sizes contain indexes and the space of deleted rows. */
const tableSeries: readonly [name: string, unit: Unit, isBounded: boolean, sql: string][] = [
  [
    'connections to PostgreSQL',
    'connections',
    true,
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name <> 'rig'`,
  ],
  ['open rows of outbox', 'rows', true, `SELECT count(*) FROM outbox WHERE ${openCondition}`],
  ['failed rows of outbox', 'rows', true, 'SELECT count(*) FROM outbox WHERE failed_at IS NOT NULL'],
  ['rows of outbox (closed ones are kept for 7 days)', 'rows', false, 'SELECT count(*) FROM outbox'],
  ['size of outbox', 'kB', false, `SELECT pg_total_relation_size('outbox') / 1024.0`],
  ['rows of sessions', 'rows', true, 'SELECT count(*) FROM sessions'],
  ['size of sessions', 'kB', true, `SELECT pg_total_relation_size('sessions') / 1024.0`],
  ['rows of idempotency_keys (kept for 24 hours)', 'rows', false, 'SELECT count(*) FROM idempotency_keys'],
  ['rows of payments', 'rows', false, 'SELECT count(*) FROM payments'],
  ['size of the database', 'kB', false, 'SELECT pg_database_size(current_database()) / 1024.0'],
];

const queueTables: typeof tableSeries = [
  ['rows of bullmq.job', 'rows', true, 'SELECT count(*) FROM bullmq.job'],
  ['size of bullmq.job', 'kB', true, `SELECT pg_total_relation_size('bullmq.job') / 1024.0`],
];

const redisSeries: readonly Series[] = [
  { name: 'memory that Redis uses', unit: 'kB', isBounded: true },
  // Each expires with the window of its limit, up to a day.
  { name: 'keys of rate limits in Redis', unit: 'keys', isBounded: false },
  { name: 'keys of rate limits without an expiry', unit: 'keys', isBounded: true },
  { name: 'other keys in Redis', unit: 'keys', isBounded: true },
  ...states.map((state) => ({ name: `jobs in Redis: ${state}`, unit: 'jobs', isBounded: true }) as const),
];

/** The watched values, and how they are read. */
export interface UseReader {
  series: readonly Series[];
  read(): Promise<UseSample>;
  close(): void;
}

/**
 * Opens a reader of memory and descriptors of each process, connections, tables and queues. It reads past the proxies that
 * faults close.
 *
 * @param restarted are the processes that the faults kill: their memory starts anew and is not judged.
 */
export function openUseReader(system: System, restarted: readonly string[]): UseReader {
  const redis = system.redis && new Redis(system.redis.url);
  redis?.on('error', () => {});
  const processes = [...system.apis, ...system.workers];
  const tables = redis ? tableSeries : [...tableSeries, ...queueTables];
  return {
    series: [
      ...processes.flatMap(({ name }) => {
        const isBounded = !restarted.includes(name);
        return [
          { name: `memory of ${name}`, unit: 'MB', isBounded },
          { name: `descriptors of ${name}`, unit: 'descriptors', isBounded },
        ] as const;
      }),
      ...tables.map(([name, unit, isBounded]) => ({ name, unit, isBounded })),
      ...(redis ? redisSeries : []),
    ],
    async read() {
      const atMs = Date.now();
      const columns = tables.map(([, , , sql], index) => `(${sql})::float8 AS "${index}"`);
      const figures = await row<Record<string, number>>(system.db, `SELECT ${columns.join(', ')}`);
      const values: UseSample['values'] = { ...(redis && (await readRedis(redis))) };
      for (const { name, pid } of processes) Object.assign(values, readProcess(name, pid));
      for (const [index, [name]] of tables.entries()) values[name] = figures?.[index];
      return { atMs, values };
    },
    close: () => redis?.disconnect(),
  };
}

/** Reads what a process uses; nothing where it has just been killed. */
function readProcess(name: string, pid: number): UseSample['values'] {
  try {
    const descriptors = readdirSync(`/proc/${pid}/fd`).length;
    return { [`memory of ${name}`]: rssMb(pid), [`descriptors of ${name}`]: descriptors };
  } catch {
    return {};
  }
}

async function readRedis(redis: Redis): Promise<UseSample['values']> {
  const keys = await redis.keys('*');
  const limits = keys.filter((key) => key.startsWith('limit:'));
  const pipeline = redis.pipeline();
  for (const key of limits) pipeline.ttl(key);
  const expiries = (await pipeline.exec()) ?? [];
  const memory = /used_memory:(\d+)/.exec(await redis.info('memory'));
  const values: UseSample['values'] = {
    'memory that Redis uses': Number(memory?.[1]) / 1_024,
    'keys of rate limits in Redis': limits.length,
    // TTL is -1 for a key that does not expire.
    'keys of rate limits without an expiry': expiries.filter(([, seconds]) => seconds === -1).length,
    'other keys in Redis': keys.length - limits.length,
  };
  for (const state of states) {
    let jobs = 0;
    for (const queue of queueNames) {
      const key = `bull:${queue}:${state}`;
      const isList = state === 'wait' || state === 'active';
      jobs += isList ? await redis.llen(key) : await redis.zcard(key);
    }
    values[`jobs in Redis: ${state}`] = jobs;
  }
  return values;
}
