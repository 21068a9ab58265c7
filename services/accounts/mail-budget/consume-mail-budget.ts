import type { EntityManager } from 'typeorm';
import { row } from '#services/platform/database/sql.ts';
import type { PairMails } from './pair-mails.entity.ts';

/** Mails about one person that another person gets in 24 hours before the rest is merged. */
export const mailsPerPairAndDay = 10;

/** When a mail is sent: at once, or as one summary at the end of the window, whose key all of its mails share. */
export interface MailTime {
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
  { recipientId, aboutId }: Pick<PairMails, 'recipientId' | 'aboutId'>,
): Promise<MailTime> {
  const counted = await row<{ count: number; leftMs: number; since: Date }>(
    manager,
    `INSERT INTO pair_mails AS p (recipient_id, about_id) VALUES ($1, $2)
     ON CONFLICT (recipient_id, about_id) DO UPDATE SET
       count = CASE WHEN p.since <= now() - interval '1 day' THEN 1 ELSE p.count + 1 END,
       since = CASE WHEN p.since <= now() - interval '1 day' THEN now() ELSE p.since END
     RETURNING count, since, extract(epoch FROM since + interval '1 day' - now())::float8 * 1000 AS "leftMs"`,
    [recipientId, aboutId],
  );
  if (!counted || counted.count <= mailsPerPairAndDay) return { delayMs: 0 };
  return { delayMs: Math.ceil(counted.leftMs), summaryKey: `summary:${counted.since.getTime()}` };
}
