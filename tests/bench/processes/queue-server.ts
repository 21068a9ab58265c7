import { startRedis } from '#tests/support/servers/start-redis.ts';
import { pathOf } from '../core/programs.ts';
import type { Context } from '../core/scenario.ts';
import { openDatasets } from '../data/datasets.ts';
import type { QueueServer } from './bare-queue.ts';

/** Backend of the queues. */
export type Backend = 'redis' | 'postgres';

/** Opens an empty database, and Redis where it is the backend, until the scenario ends. */
export async function startQueueServer(context: Context, backend: Backend): Promise<QueueServer> {
  const datasets = await openDatasets([], context.report);
  context.defer(() => datasets.stop());
  const { url, drop } = await datasets.copy('empty');
  context.defer(drop);
  if (backend === 'postgres') return { databaseUrl: url, redisUrl: undefined };
  const redis = await startRedis(pathOf('redis'));
  context.defer(() => redis.stop());
  return { databaseUrl: url, redisUrl: redis.url };
}
