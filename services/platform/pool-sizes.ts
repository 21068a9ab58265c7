import { poolSize, type SettingsOf } from './setting-types.ts';

/** Settings of the connections to PostgreSQL that one process opens at most. */
export const poolSchema = {
  API_POOL_SIZE: poolSize(2).default(14),
  SEARCH_POOL_SIZE: poolSize(1).default(4),
  WORKER_POOL_SIZE: poolSize(2).default(8),
  // The worker of each queue holds one connection for LISTEN; jobs share the others.
  QUEUE_POOL_SIZE: poolSize(8).default(10),
};

/** Returns the sizes by pool: `api` and `search` in an API, the others in a worker; `queue` for queues in PostgreSQL. */
export const toPools = (settings: SettingsOf<typeof poolSchema>) => ({
  api: settings.API_POOL_SIZE,
  search: settings.SEARCH_POOL_SIZE,
  worker: settings.WORKER_POOL_SIZE,
  queue: settings.QUEUE_POOL_SIZE,
});

/**
 * Returns the connections to PostgreSQL that an API and a worker open at most, that for LISTEN included. A worker whose
 * queues are in Redis has no pool for them.
 */
export function countConnections(config: {
  pools: ReturnType<typeof toPools>;
  redisUrl: string | undefined;
}) {
  const { pools, redisUrl } = config;
  return {
    api: pools.api + pools.search + 1,
    worker: pools.worker + (redisUrl === undefined ? pools.queue : 0) + 1,
  };
}
