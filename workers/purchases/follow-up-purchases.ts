import { followUpPurchases as followUp } from '#services/purchases/follow-up-purchases.ts';
import { followUpChoices } from '#services/purchases/price-choices/follow-up-choices.ts';
import type { Handler } from '../runtime/handler.ts';

/** Follows up purchases; see the service. */
export const followUpPurchases: Handler<object> = async (_payload, { deps: { db, log } }) => {
  const choices = await followUpChoices(db);
  const { opened, unapproved, ...steps } = await followUp(db);
  log.info({ ...steps, ...choices }, 'Followed up the purchases');
  if (unapproved > 0) log.error({ unapproved }, 'Enqueued approvals of payments that had lost theirs');
  if (opened > 0) log.error({ opened }, 'Opened cases about money that had none');
};
