import { Queue, Worker } from 'bullmq';
import { Cluster, type Redis } from 'ioredis';
import { ConfigError } from '../config.ts';
import { createOutageLog, type Logger } from '../log.ts';
import {
  findPrimaries,
  type Options,
  openRedis,
  pauseOnFullMemory,
  type RedisClient,
} from '../redis/open-redis.ts';
import {
  createRoomDecision,
  describeMemoryProblem,
  parseMemory,
  percent,
  type RedisMemory,
  usedShare,
} from '../redis/redis-memory.ts';
import { serverUnavailable, waitUntilUp } from '../server-unavailable.ts';
import { createReady, type QueueConnection } from './queue-connection.ts';

/** Connects to the queues in Redis; see `connectQueue`. Producers fail fast, workers wait for Redis. */
export async function connectRedisQueue(
  url: string,
  log: Logger,
  signal?: AbortSignal,
): Promise<QueueConnection> {
  const outage = createOutageLog(log, 'Redis');
  const open = (options: Options) => {
    const redis = openRedis(url, options);
    return redis.on('error', outage.failed).on('ready', outage.worked);
  };
  const memory = await waitUntilUp('Redis', () => checkRedis(url), { log, signal });
  const problem = describeMemoryProblem(memory);
  if (problem) log.warn(problem);

  // The row stays in the outbox when adding fails, so failing at once is better than buffering commands in memory.
  const producer = open({ enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 2_000 });
  await new Promise<void>((resolve) => producer.once('ready', resolve));
  const openConsumer = () => {
    const redis = open({ maxRetriesPerRequest: null });
    pauseOnFullMemory(redis);
    return redis;
  };
  let consumer: RedisClient | undefined;
  const watchRoom = createRoomWatch(log);
  // In a Cluster the keys of one queue must be in one slot, which the text in braces decides.
  const prefixOf = (name: string) => (producer instanceof Cluster ? { prefix: `bull:{${name}}` } : {});
  return {
    createQueue: (name, onError) =>
      createReady(`the queue ${name}`, () => new Queue(name, { ...prefixOf(name), connection: producer }), {
        onError,
        log,
        signal,
      }),
    createWorker(name, processJob, { onError, ...options }) {
      consumer ??= openConsumer();
      const connection = consumer;
      return createReady(
        `the worker of ${name}`,
        () => new Worker(name, processJob, { ...options, ...prefixOf(name), connection, autorun: false }),
        { onError, log, signal },
      );
    },
    maxStalledCount: 10,
    isReachable: () => producer.status === 'ready',
    hasRoom: async () => watchRoom(await readMemory(findPrimaries(producer))),
    async close() {
      producer.disconnect();
      consumer?.disconnect();
    },
  };
}

/**
 * Connects once, checks the settings of Redis, and returns its memory, of a Cluster that of each primary.
 *
 * @throws {ConfigError} when Redis may evict jobs when it is full, or lose them when it restarts.
 * @throws {ServerUnavailableError} when it does not respond (within about 2 s).
 */
export async function checkRedis(url: string): Promise<RedisMemory[]> {
  const redis = openRedis(url, { lazyConnect: true, retryStrategy: () => null, commandTimeout: 2_000 });
  // `connect()` only rejects with "Connection is closed"; the cause is emitted as an event before.
  let cause: unknown;
  redis.on('error', (error) => {
    cause = error;
  });
  try {
    await redis.connect();
    const primaries = findPrimaries(redis);
    for (const primary of primaries) {
      // INFO rather than CONFIG GET, which hosted Redis often disables.
      const policy = field(await primary.info('memory'), 'maxmemory_policy');
      const hasAppendOnly = field(await primary.info('persistence'), 'aof_enabled') === '1';
      if (policy === 'noeviction' && hasAppendOnly) continue;
      throw new ConfigError(
        `Configuration: REDIS_URL names a Redis with maxmemory-policy ${policy} and appendonly ` +
          `${hasAppendOnly ? 'yes' : 'no'}; it must run with maxmemory-policy noeviction and appendonly yes.`,
      );
    }
    return await readMemory(primaries);
  } catch (error) {
    throw error instanceof ConfigError ? error : serverUnavailable('REDIS_URL', 'Redis', url, cause ?? error);
  } finally {
    redis.disconnect();
  }
}

const readMemory = (primaries: readonly Redis[]) =>
  Promise.all(primaries.map(async (primary) => parseMemory(await primary.info('memory'))));

/** Decides whether jobs may be added, and logs when that changes. */
function createRoomWatch(log: Logger): (servers: readonly RedisMemory[]) => boolean {
  const decide = createRoomDecision();
  let had = true;
  return (servers) => {
    const share = usedShare(servers);
    const has = decide(share);
    if (had && !has) log.warn(`Redis uses ${percent(share)} of its maxmemory: jobs wait in the outbox`);
    if (!had && has) log.info(`Redis uses ${percent(share)} of its maxmemory: jobs are added again`);
    had = has;
    return has;
  };
}

const field = (info: string, name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];
