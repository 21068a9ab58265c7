import { purgeClosedRows } from '#services/platform/queue/outbox-rows.ts';
import type { Handler } from '../runtime/handler.ts';

const KEPT_MS = 7 * 86_400_000;

/** Deletes outbox rows that were closed more than seven days ago, in batches so that row locks are short. */
export const purgeOutbox: Handler<object> = async (_payload, { deps: { db, log } }) => {
  let removed = 0;
  for (
    let batch = await purgeClosedRows(db, KEPT_MS);
    batch > 0;
    batch = await purgeClosedRows(db, KEPT_MS)
  ) {
    removed += batch;
  }
  log.info({ removed }, 'Purged the outbox');
};
