import { queueNames } from '#contracts/queue-names.ts';
import { createLogger } from '#services/platform/log.ts';
import { connectQueue } from '#services/platform/queue/connection.ts';
import type { System } from '../processes/start-system.ts';

/** Returns the jobs that the queue has as waiting or active, as `queue:id`. Delayed ones are polls and schedules. */
export async function readQueued({ config }: System): Promise<string[]> {
  const connection = await connectQueue(config, createLogger({ logLevel: 'silent' }, 'rig'));
  const queues = await Promise.all(
    queueNames.map(async (name) => ({ name, queue: await connection.createQueue(name, () => {}) })),
  );
  try {
    const queued: string[] = [];
    for (const { name, queue } of queues) {
      for (const id of await queue.getRanges(['wait', 'active', 'prioritized'], 0, -1))
        queued.push(`${name}:${id}`);
    }
    return queued;
  } finally {
    await Promise.all(queues.map(({ queue }) => queue.close()));
    await connection.close();
  }
}
