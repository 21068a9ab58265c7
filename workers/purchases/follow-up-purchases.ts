import { followUpPurchases as followUp } from '#services/purchases/follow-up-purchases.ts';
import type { Handler } from '../runtime/handler.ts';

/** Follows up purchases; see the service. */
export const followUpPurchases: Handler<object> = async (_payload, { deps: { db, log } }) => {
  log.info(await followUp(db), 'Followed up the purchases');
};
