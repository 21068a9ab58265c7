import { askForPrices as ask } from '#services/requests/prices/ask-for-prices.ts';
import type { Handler } from '../runtime/handler.ts';

/** Asks learners to confirm old prices; see the service. */
export const askForPrices: Handler<object> = async (_payload, { deps: { db, log } }) => {
  log.info(await ask(db), 'Asked learners to confirm old prices');
};
