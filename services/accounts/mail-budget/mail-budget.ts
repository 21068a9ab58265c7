import type { EntityManager } from 'typeorm';
import { row, rows } from '#services/platform/database/sql.ts';
import { HttpError } from '#services/platform/errors.ts';
import type { LinkPurpose } from '#services/platform/tokens/links.ts';
import { isSameMailbox } from '../addresses/account-address.ts';

/** Mails about one person that another person gets in 24 hours before the rest is merged. */
const mailsPerPairAndDay = 10;

/** When a mail is sent: at once, or as one summary at the end of the window, whose key all of its mails share. */
interface MailTime {
  delayMs: number;
  /** Undefined for a mail that is sent at once. */
  summaryKey?: string;
}

/**
 * Counts a mail about one person to another, and returns when it is sent: at once for the first ten of a pair in 24
 * hours, later in one summary beyond (decision 049). The row stays locked until the transaction ends.
 */
export async function consumeMailBudget(
  manager: EntityManager,
  { recipientId, aboutId }: { recipientId: string; aboutId: string },
): Promise<MailTime> {
  const counted = await row<{ count: number; leftMs: number; since: Date }>(
    manager,
    `INSERT INTO mail_budgets AS b (recipient_id, about_id) VALUES ($1, $2)
     ON CONFLICT (recipient_id, about_id) DO UPDATE SET
       count = CASE WHEN b.since <= now() - interval '1 day' THEN 1 ELSE b.count + 1 END,
       since = CASE WHEN b.since <= now() - interval '1 day' THEN now() ELSE b.since END
     RETURNING count, since, extract(epoch FROM since + interval '1 day' - now())::float8 * 1000 AS "leftMs"`,
    [recipientId, aboutId],
  );
  if (!counted || counted.count <= mailsPerPairAndDay) return { delayMs: 0 };
  return { delayMs: Math.ceil(counted.leftMs), summaryKey: `summary:${counted.since.getTime()}` };
}

// Links that a person has sent to an address that may belong to a stranger.
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
