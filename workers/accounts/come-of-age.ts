import { comeOfAge as update } from '#services/flows/come-of-age.ts';
import type { Handler } from '../runtime/handler.ts';

/** Makes accounts of learners who have turned 18 those of adults. */
export const comeOfAge: Handler<object> = async (_payload, { deps: { db, log } }) => {
  const grown = await update(db, new Date());
  if (grown > 0) log.info({ grown }, 'Learners have turned 18');
};
