import { createPostgresBackend, type PgPool, Queue, Worker, withBackend } from 'bullmq';
import pg from 'pg';

/** The server of a queue: Redis where `redisUrl` is set, PostgreSQL otherwise. */
export interface QueueServer {
  databaseUrl: string;
  redisUrl: string | undefined;
}

/** Queues and workers of BullMQ as they are, without anything of the product. */
export interface BareBull {
  createQueue(name: string): Pick<Queue, 'pause' | 'resume' | 'add' | 'addBulk' | 'close' | 'waitUntilReady'>;
  createWorker<Data>(
    name: string,
    run: (job: { data: Data }) => Promise<void>,
    concurrency: number,
  ): Pick<Worker, 'close' | 'waitUntilReady'>;
  close(): Promise<void>;
}

/** As many connections as the product's pool for its queues. */
const poolSize = 14;

export function connectBareBull({ databaseUrl, redisUrl }: QueueServer): BareBull {
  if (redisUrl !== undefined) {
    const { hostname: host, port } = new URL(redisUrl);
    const connection = { host, port: Number(port), maxRetriesPerRequest: null };
    return {
      createQueue: (name) => new Queue(name, { connection }),
      createWorker: (name, run, concurrency) => new Worker(name, run, { connection, concurrency }),
      close: async () => {},
    };
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    options: '-c search_path=bullmq',
  });
  pool.setMaxListeners(0);
  const backend = withBackend(createPostgresBackend);
  // pg's overloads do not match BullMQ's type of the pool.
  const connection = pool as unknown as PgPool;
  return {
    createQueue: (name) => new backend.Queue(name, { connection }) as unknown as Queue,
    createWorker: (name, run, concurrency) =>
      new backend.Worker(name, run, { connection, concurrency }) as unknown as Worker,
    close: () => pool.end(),
  };
}
