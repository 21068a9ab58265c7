import type { EntityManager } from 'typeorm';
import { rows } from '#services/platform/database/sql.ts';
import { HttpError } from '#services/platform/errors.ts';
import type { LinkPurpose } from '../addresses/account-link.entity.ts';
import { isSameMailbox } from '../addresses/mailbox.ts';
import { mailsPerPairAndDay } from './consume-mail-budget.ts';

// Links that a person has sent to an address which may be that of a stranger.
const purposes: LinkPurpose[] = ['verify-email', 'change-email', 'guardian-consent'];

/**
 * Returns the seconds until a person may have a link sent to this mailbox again: 0 for the first ten in 24 hours. The stored
 * links are the count, so the person's row must be locked until the new one is stored.
 */
export async function findAddressWait(
  manager: EntityManager,
  userId: string,
  address: string,
): Promise<number> {
  const links = await rows<{ address: string; leftS: number }>(
    manager,
    `SELECT address, extract(epoch FROM created_at + interval '1 day' - now())::float8 AS "leftS" FROM account_links
     WHERE user_id = $1 AND purpose = ANY ($2::text[]) AND created_at > now() - interval '1 day'
     ORDER BY created_at DESC`,
    [userId, purposes],
  );
  const sent = links.filter((link) => isSameMailbox(link.address, address));
  return Math.ceil(sent[mailsPerPairAndDay - 1]?.leftS ?? 0);
}

/** @throws HttpError 429 while {@link findAddressWait} is not 0. */
export async function checkAddressBudget(
  manager: EntityManager,
  userId: string,
  address: string,
): Promise<void> {
  const retryAfterS = await findAddressWait(manager, userId, address);
  if (retryAfterS > 0)
    throw new HttpError(429, 'We have sent many mails to this address today. Please try again tomorrow.', {
      retryAfterS,
    });
}
