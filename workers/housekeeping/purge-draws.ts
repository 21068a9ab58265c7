import { purgeDraws as deleteDrawBatch } from '#services/funding/draws/purge-draws.ts';
import type { Handler } from '../runtime/handler.ts';

const KEPT_MS = 30 * 86_400_000;

/** Deletes draws older than 30 days, in batches so that row locks are short. */
export const purgeDraws: Handler<object> = async (_payload, { deps: { db, log } }) => {
  let removed = 0;
  for (
    let batch = await deleteDrawBatch(db, KEPT_MS);
    batch > 0;
    batch = await deleteDrawBatch(db, KEPT_MS)
  ) {
    removed += batch;
  }
  log.info({ removed }, 'Purged the draws');
};
