import { followUpPurchases } from '#services/purchases/follow-up-purchases.ts';
import { followUpChoices } from '#services/purchases/price-choices/price-choices.ts';
import type { Handlers } from '../runtime/handler.ts';

export const purchaseHandlers = {
  'purchases.follow-up': async (_payload, { deps: { db, log } }) => {
    const choices = await followUpChoices(db);
    const { opened, unapproved, ...steps } = await followUpPurchases(db);
    log.info({ ...steps, ...choices }, 'Followed up the purchases');
    if (unapproved > 0) log.error({ unapproved }, 'Enqueued approvals of payments that had lost theirs');
    if (opened > 0) log.error({ opened }, 'Opened cases about money that had none');
  },
} satisfies Handlers;
