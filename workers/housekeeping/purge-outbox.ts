import { purgeClosedRows } from '#services/platform/queue/outbox-rows.ts';
import type { Handler } from '../runtime/handler.ts';

const KEPT_MS = 7 * 86_400_000;

/** Removes what was closed more than seven days ago, a part at a time so that nothing is locked for long. */
export const purgeOutbox: Handler<object> = async (_payload, { deps: { db, log } }) => {
  let removed = 0;
  for (let part = await purgeClosedRows(db, KEPT_MS); part > 0; part = await purgeClosedRows(db, KEPT_MS)) {
    removed += part;
  }
  log.info({ removed }, 'Purged the outbox');
};
