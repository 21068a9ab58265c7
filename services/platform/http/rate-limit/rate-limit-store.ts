import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Config } from '../../config.ts';
import { createOutageLog, type Logger } from '../../log.ts';
import type { RedisClient } from '../../redis/open-redis.ts';

/** Storage of the counters for rate limits. */
export type RateLimitStore = Awaited<ReturnType<typeof openRateLimitStore>>;

const timeoutMs = 500;

/** The servers: that of the queues, and that of the counters where it is another one. */
type Settings = Pick<Config, 'redisUrl'> & Partial<Pick<Config, 'rateLimitRedisUrl'>>;

/**
 * Opens the store: counters are in Redis, shared by all processes, below the prefix `limit:` and with the expiry of their
 * window. Without Redis, or while it is unavailable or full, they are in the memory of this process, so that limits
 * always apply.
 */
export async function openRateLimitStore({ redisUrl, rateLimitRedisUrl }: Settings, log: Logger) {
  const inMemory = (name: string, points: number, windowMs: number) =>
    new RateLimiterMemory({ keyPrefix: name, points, duration: windowMs / 1000 });
  const queues = redisUrl === undefined ? undefined : await connect(redisUrl, 'Redis', log);
  const counters =
    rateLimitRedisUrl === undefined ? queues : await connect(rateLimitRedisUrl, 'Redis for rate limits', log);
  return {
    makeLimiter: (name: string, points: number, windowMs: number): RateLimiterAbstract =>
      counters === undefined
        ? inMemory(name, points, windowMs)
        : new RateLimiterRedis({
            storeClient: counters,
            keyPrefix: `limit:${name}`,
            points,
            duration: windowMs / 1000,
            rejectIfRedisNotReady: true,
            insuranceLimiter: inMemory(name, points, windowMs),
          }),
    /** Whether the Redis of the queues responds within half a second; true where there is none. */
    // Not `queues.status`: it stays "ready" while Redis is stopped and does not respond.
    isReachable: async () =>
      queues === undefined ||
      queues.ping().then(
        () => true,
        () => false,
      ),
    close(): void {
      queues?.disconnect();
      counters?.disconnect();
    },
  };
}

// The client library is imported only where a Redis is configured.
async function connect(url: string, name: string, log: Logger): Promise<RedisClient> {
  const { openRedis } = await import('../../redis/open-redis.ts');
  const outage = createOutageLog(log, name);
  const redis = openRedis(url, {
    commandTimeout: timeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
  });
  return redis.on('error', outage.failed).on('ready', outage.worked);
}
