import { purgeDraws as purgeSomeDraws } from '#services/funding/draws/purge-draws.ts';
import type { Handler } from '../runtime/handler.ts';

const KEPT_MS = 30 * 86_400_000;

/** Removes draws that were made more than 30 days ago, a part at a time so that nothing is locked for long. */
export const purgeDraws: Handler<object> = async (_payload, { deps: { db, log } }) => {
  let removed = 0;
  for (let part = await purgeSomeDraws(db, KEPT_MS); part > 0; part = await purgeSomeDraws(db, KEPT_MS)) {
    removed += part;
  }
  log.info({ removed }, 'Purged the draws');
};
