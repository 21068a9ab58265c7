import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { RequestHandler } from 'express';
import { queueNames } from '#contracts/queue-names.ts';
import type { Config } from '../../config.ts';
import type { Logger } from '../../log.ts';
import { connectQueue } from '../../queue/connection.ts';

const connectLimitMs = 3_000;

type BoardQueue = ConstructorParameters<typeof BullMQAdapter>[0];

/**
 * Connects to the queues and returns the middleware of bull-board. The connections close when `ended` is aborted.
 *
 * @param options.path path that the board is mounted at.
 */
export async function openQueueBoard(
  config: Pick<Config, 'redisUrl' | 'databaseUrl' | 'pools'>,
  { path, log, ended }: { path: string; log: Logger; ended: AbortSignal },
): Promise<RequestHandler> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(connectLimitMs)]);
  const connection = await connectQueue(config, log, signal);
  const queues = await Promise.all(queueNames.map((name) => connection.createQueue(name, () => {}))).catch(
    async (error) => {
      await connection.close();
      throw error;
    },
  );
  const close = async () => {
    await Promise.allSettled(queues.map((queue) => queue.close()));
    await connection.close();
  };
  if (ended.aborted) await close();
  else ended.addEventListener('abort', () => void close(), { once: true });
  const server = new ExpressAdapter().setBasePath(path);
  createBullBoard({
    // Our type of a queue names only what the product uses of BullMQ's.
    queues: queues.map((queue) => new BullMQAdapter(queue as unknown as BoardQueue, { readOnlyMode: true })),
    serverAdapter: server,
    options: {
      uiConfig: {
        boardTitle: 'Queues',
        hideRedisDetails: true,
        // The board fills the page and has no navigation of the desk.
        miscLinks: [{ text: 'Back to the desk', url: '/ops/queues' }],
      },
    },
  });
  return server.getRouter();
}
