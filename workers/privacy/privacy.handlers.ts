import { UnavailableError } from '#services/platform/errors.ts';
import { erasePerson, hasOpenMails } from '#services/privacy/erasure/erase-person.ts';
import { purgeExpired } from '#services/privacy/retention.ts';
import type { Handlers } from '../runtime/handler.ts';

export const privacyHandlers = {
  /**
   * Erases a person after the mails about the end of the account, which are composed from the rows that are deleted.
   * @throws UnavailableError to be retried while a mail is open.
   */
  'privacy.erase-person': async ({ userId }, { deps: { db }, complete }) => {
    if (await hasOpenMails(db.manager, userId))
      throw new UnavailableError('Mails about the end of the account are open', { hasResponded: true });
    await complete((manager) => erasePerson(manager, userId));
  },

  /** Deletes what is past its time of retention. */
  'privacy.purge': async (_payload, { deps: { db, log } }) => {
    log.info({ purged: await purgeExpired(db, new Date()) }, 'Purged what is past its time');
  },
} satisfies Handlers;
