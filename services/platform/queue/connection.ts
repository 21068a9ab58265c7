import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { RedisMemory } from '../redis/redis-memory.ts';
import type { QueueConnection } from './queue-connection.ts';

export type QueueSettings = Pick<Config, 'redisUrl' | 'databaseUrl' | 'pools'>;

/**
 * Connects to the queue's server: Redis where `redisUrl` is set, PostgreSQL otherwise. No other module depends on which.
 * Waits for a server that is not up yet.
 *
 * @throws {ConfigError} when the settings of the server could lose jobs.
 */
export async function connectQueue(
  settings: QueueSettings,
  log: Logger,
  signal?: AbortSignal,
): Promise<QueueConnection> {
  if (settings.redisUrl !== undefined) {
    const { connectRedisQueue } = await import('./redis-connection.ts');
    return connectRedisQueue(settings.redisUrl, log, signal);
  }
  const { connectPostgresQueue } = await import('./postgres-connection.ts');
  return connectPostgresQueue(settings, log, signal);
}

/**
 * Checks once that Redis, where it is configured, responds and is set up to persist jobs. Returns the memory of its servers.
 *
 * @throws {ConfigError} or {@link ServerUnavailableError} naming `REDIS_URL`, within about 2 s.
 */
export async function checkQueueServer({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<RedisMemory[]> {
  if (redisUrl === undefined) return [];
  const { checkRedis } = await import('./redis-connection.ts');
  return checkRedis(redisUrl);
}

/** Creates or updates the queue's tables when the queue is in PostgreSQL; part of `db:migrate`. */
export async function migrateQueueSchema(settings: Omit<QueueSettings, 'pools'>): Promise<void> {
  if (settings.redisUrl !== undefined) return;
  const { migratePostgresQueue } = await import('./postgres-connection.ts');
  await migratePostgresQueue(settings.databaseUrl);
}
