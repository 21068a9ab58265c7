import { followUpPurchases as followUp } from '#services/purchases/follow-up-purchases.ts';
import { followUpChoices } from '#services/purchases/price-choices/follow-up-choices.ts';
import type { Handler } from '../runtime/handler.ts';

/** Follows up purchases; see the service. */
export const followUpPurchases: Handler<object> = async (_payload, { deps: { db, log } }) => {
  const choices = await followUpChoices(db);
  log.info({ ...(await followUp(db)), ...choices }, 'Followed up the purchases');
};
