import { minuteMs } from '#contracts/durations.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { sweepObjects } from '#services/platform/files/file-store.ts';
import { objectStore } from '#services/platform/files/object-store.ts';
import { storeQueueSamples } from '#services/queues/figures.ts';
import type { Handlers } from '../runtime/handler.ts';

export const housekeepingHandlers = {
  /** Stores the figures of the queues of this minute, for the charts of the desk. */
  'housekeeping.sample-queues': async (_payload, { deps: { db } }) => {
    const now = await databaseNow(db);
    await storeQueueSamples(db, new Date(now.getTime() - (now.getTime() % minuteMs)));
  },

  /** Deletes the objects of erased, replaced and abandoned files from the object store. */
  'housekeeping.sweep-files': async (_payload, { deps: { config, db, log } }) => {
    if (!config.files.s3) return;
    const removed = await sweepObjects(db, objectStore(config.files.s3));
    if (removed > 0) log.info({ removed }, 'Deleted objects that no row refers to');
  },
} satisfies Handlers;
