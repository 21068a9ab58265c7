/** Connections to PostgreSQL that one process opens at most, by pool: `api` and `search` in an API, the others in a worker. */
export interface Pools {
  readonly api: number;
  readonly search: number;
  readonly worker: number;
  /** Of the queues in PostgreSQL; each of the six queues holds one for LISTEN. */
  readonly queue: number;
}

/** Returns the sizes of the pools from their settings. */
export const toPools = (
  settings: Readonly<Record<`${'API' | 'SEARCH' | 'WORKER' | 'QUEUE'}_POOL_SIZE`, number>>,
): Pools => ({
  api: settings.API_POOL_SIZE,
  search: settings.SEARCH_POOL_SIZE,
  worker: settings.WORKER_POOL_SIZE,
  queue: settings.QUEUE_POOL_SIZE,
});

/**
 * Returns the connections to PostgreSQL that an API and a worker open at most, that for LISTEN included. A worker whose
 * queues are in Redis has no pool for them.
 */
export function countConnections({ pools, redisUrl }: { pools: Pools; redisUrl: string | undefined }): {
  api: number;
  worker: number;
} {
  return {
    api: pools.api + pools.search + 1,
    worker: pools.worker + (redisUrl === undefined ? pools.queue : 0) + 1,
  };
}
