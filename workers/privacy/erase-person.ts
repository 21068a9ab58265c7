import type * as z from 'zod';
import { UnavailableError } from '#services/platform/unavailable-error.ts';
import { erasePerson, hasOpenMails } from '#services/privacy/erasure/erase-person.ts';
import type { erasePersonJob } from '#services/privacy/privacy.jobs.ts';
import type { Handler } from '../runtime/handler.ts';

/**
 * Erases a person after the mails about the end of the account, which are composed from the rows that are deleted.
 * @throws UnavailableError to be retried while a mail is open.
 */
export const erasePersonHandler: Handler<z.output<typeof erasePersonJob.payload>> = async (
  { userId },
  { deps: { db }, complete },
) => {
  if (await hasOpenMails(db.manager, userId))
    throw new UnavailableError('Mails about the end of the account are open', { hasResponded: true });
  await complete((manager) => erasePerson(manager, userId));
};
