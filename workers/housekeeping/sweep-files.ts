import { objectStore } from '#services/platform/files/object-store.ts';
import { sweepObjects } from '#services/platform/files/sweep-objects.ts';
import type { Handler } from '../runtime/handler.ts';

/** Deletes the objects of erased, replaced and abandoned files from the object store. */
export const sweepFiles: Handler<object> = async (_payload, { deps: { config, db, log } }) => {
  if (!config.files.s3) return;
  const removed = await sweepObjects(db, objectStore(config.files.s3));
  if (removed > 0) log.info({ removed }, 'Deleted objects that no row refers to');
};
