import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { createOutageLog } from '../outage-log.ts';

/** Storage of the counters for rate limits. */
export interface RateLimitStore {
  makeLimiter(name: string, points: number, windowMs: number): RateLimiterAbstract;
  /** Whether Redis, which also holds the queues, responds within half a second; true where there is none. */
  isReachable(): Promise<boolean>;
  close(): void;
}

const timeoutMs = 500;

/**
 * Opens the store: counters are in Redis, shared by all processes. Without Redis, or while it is unavailable, they are
 * in the memory of this process, so that limits always apply.
 */
export function openRateLimitStore({ redisUrl }: Pick<Config, 'redisUrl'>, log: Logger): RateLimitStore {
  const inMemory = (name: string, points: number, windowMs: number) =>
    new RateLimiterMemory({ keyPrefix: name, points, duration: windowMs / 1000 });
  if (!redisUrl) return { makeLimiter: inMemory, isReachable: async () => true, close: () => {} };

  const outage = createOutageLog(log, 'Redis for rate limits');
  const redis = new Redis(redisUrl, {
    connectTimeout: 2_000,
    commandTimeout: timeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  });
  redis.on('error', outage.failed).on('ready', outage.worked);
  return {
    makeLimiter: (name, points, windowMs) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `limit:${name}`,
        points,
        duration: windowMs / 1000,
        rejectIfRedisNotReady: true,
        insuranceLimiter: inMemory(name, points, windowMs),
      }),
    // Not `redis.status`: it stays "ready" while Redis is stopped and does not respond.
    isReachable: () =>
      redis.ping().then(
        () => true,
        () => false,
      ),
    close: () => redis.disconnect(),
  };
}
