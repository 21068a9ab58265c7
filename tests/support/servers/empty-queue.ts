import { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';

/** Deletes everything in the queue, as an operator's mistake would. */
export async function emptyQueue(db: DataSource, redisUrl: string | undefined): Promise<void> {
  if (redisUrl !== undefined) {
    const client = new Redis(redisUrl);
    await client.flushall();
    client.disconnect();
    return;
  }
  // Not TRUNCATE: its locks on whole tables deadlock with the workers.
  await db.query('DELETE FROM bullmq.job');
  await db.query('DELETE FROM bullmq.scheduler');
}
