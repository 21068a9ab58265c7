import { databaseNow } from '#services/platform/database/database-now.ts';
import { storeQueueSamples } from '#services/queues/sample-queues.ts';
import type { Handler } from '../runtime/handler.ts';

/** Stores the figures of the queues of this minute, for the charts of the desk. */
export const sampleQueues: Handler<object> = async (_payload, { deps: { db } }) => {
  const now = await databaseNow(db);
  await storeQueueSamples(db, new Date(now.getTime() - (now.getTime() % 60_000)));
};
