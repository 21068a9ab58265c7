import { Queue, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import { ConfigError } from '../config.ts';
import type { Logger } from '../log.ts';
import { createOutageLog } from '../outage-log.ts';
import { serverUnavailable } from '../server-unavailable.ts';
import { waitUntilUp } from '../wait-until-up.ts';
import type { QueueConnection } from './queue-connection.ts';

type Options = Omit<RedisOptions, 'replyMapping'>;

const shared: Options = {
  connectTimeout: 2_000,
  // The default delay grows to many seconds, which would prolong every outage.
  retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
};

/** Connects to the queues in Redis; see `connectQueue`. Producers fail fast, workers wait for Redis. */
export async function connectRedisQueue(
  url: string,
  log: Logger,
  signal?: AbortSignal,
): Promise<QueueConnection> {
  const outage = createOutageLog(log, 'Redis');
  const open = (options: Options) => {
    const redis = new Redis(url, { ...shared, ...options });
    return redis.on('error', outage.failed).on('ready', outage.worked);
  };
  await waitUntilUp('Redis', () => checkRedis(url), { log, signal });

  // The row stays in the outbox when adding fails, so failing at once is better than buffering commands in memory.
  const producer = open({ enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 2_000 });
  await new Promise<void>((resolve) => producer.once('ready', resolve));
  let consumer: Redis | undefined;
  return {
    createQueue: (name, options) => new Queue(name, { ...options, connection: producer }),
    createWorker(name, run, options) {
      consumer ??= open({ maxRetriesPerRequest: null });
      return new Worker(name, run, { ...options, connection: consumer });
    },
    isReachable: () => producer.status === 'ready',
    async close() {
      producer.disconnect();
      consumer?.disconnect();
    },
  };
}

/**
 * Connects once and checks the settings of Redis.
 *
 * @throws {ConfigError} when Redis may evict jobs when it is full, or lose them when it restarts.
 * @throws {ServerUnavailableError} when it does not respond (within about 2 s).
 */
export async function checkRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    ...shared,
    lazyConnect: true,
    retryStrategy: () => null,
    commandTimeout: 2_000,
  });
  // `connect()` only rejects with "Connection is closed"; the cause is emitted as an event before.
  let cause: unknown;
  redis.on('error', (error) => {
    cause = error;
  });
  try {
    await redis.connect();
    // INFO rather than CONFIG GET, which hosted Redis often disables.
    const policy = field(await redis.info('memory'), 'maxmemory_policy');
    const hasAppendOnly = field(await redis.info('persistence'), 'aof_enabled') === '1';
    if (policy === 'noeviction' && hasAppendOnly) return;
    throw new ConfigError(
      `Configuration: REDIS_URL names a Redis with maxmemory-policy ${policy} and appendonly ` +
        `${hasAppendOnly ? 'yes' : 'no'}; it must run with maxmemory-policy noeviction and appendonly yes.`,
    );
  } catch (error) {
    throw error instanceof ConfigError ? error : serverUnavailable('REDIS_URL', 'Redis', url, cause ?? error);
  } finally {
    redis.disconnect();
  }
}

const field = (info: string, name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];
