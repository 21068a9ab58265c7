import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { connectPostgresQueue, migratePostgresQueue } from './postgres-connection.ts';
import type { QueueConnection } from './queue-connection.ts';
import { checkRedis, connectRedisQueue } from './redis-connection.ts';

/** What {@link connectQueue} needs to know. */
export type QueueSettings = Pick<Config, 'redisUrl' | 'databaseUrl'>;

/**
 * Connects to Redis when there is one, to PostgreSQL otherwise: the only place that knows the difference.
 * Waits for a server that is not up yet; throws a `ConfigError` when its settings would lose jobs.
 */
export function connectQueue(
  settings: QueueSettings,
  log: Logger,
  signal?: AbortSignal,
): Promise<QueueConnection> {
  return settings.redisUrl === undefined
    ? connectPostgresQueue(settings.databaseUrl, log, signal)
    : connectRedisQueue(settings.redisUrl, log, signal);
}

/**
 * Checks once that Redis, where it is configured, responds and keeps jobs.
 *
 * @throws {ConfigError} or {@link ServerUnavailableError} naming `REDIS_URL`, within about 2 s.
 */
export async function checkQueueServer({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<void> {
  if (redisUrl !== undefined) await checkRedis(redisUrl);
}

/** Creates or updates the queue's own tables, where it lives in PostgreSQL; part of `db:migrate`. */
export async function migrateQueueSchema(settings: QueueSettings): Promise<void> {
  if (settings.redisUrl === undefined) await migratePostgresQueue(settings.databaseUrl);
}
