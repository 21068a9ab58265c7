import { QueueEvents } from 'bullmq';
import { queueNames } from '#contracts/queue-names.ts';
import type { System } from '../../processes/start-system.ts';

/** Counts the jobs whose worker lost them. Returns how to stop, which returns the count. */
export async function countStalled({ redis }: System): Promise<() => Promise<number>> {
  let stalled = 0;
  const connection = { host: '127.0.0.1', port: redis?.port ?? 0 };
  const all = queueNames.map((name) => new QueueEvents(name, { connection }));
  for (const events of all) {
    events.on('stalled', () => void stalled++);
    await events.waitUntilReady();
  }
  return async () => {
    await Promise.all(all.map((events) => events.close()));
    return stalled;
  };
}
