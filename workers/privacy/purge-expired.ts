import { purgeExpired as purge } from '#services/privacy/retention/purge-expired.ts';
import type { Handler } from '../runtime/handler.ts';

/** Deletes what is past its time of retention. */
export const purgeExpired: Handler<object> = async (_payload, { deps: { db, log } }) => {
  log.info({ purged: await purge(db, new Date()) }, 'Purged what is past its time');
};
