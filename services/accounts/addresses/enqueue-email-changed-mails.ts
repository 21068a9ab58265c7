import type { EntityManager } from 'typeorm';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { row } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';

/**
 * Enqueues the notifications to both addresses of an account whose address has just changed. Each is composed from the newest
 * link to its address, because the account stores only the present one.
 */
export async function enqueueEmailChangedMails(
  manager: EntityManager,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const revision = Math.floor((await databaseNow(manager)).getTime() / 1000);
  for (const [mail, address] of [
    ['email-changed-from', from],
    ['email-changed-to', to],
  ] as const) {
    const link = await row<{ id: string }>(
      manager,
      `SELECT id FROM account_links
       WHERE user_id = $1 AND address = $2 AND purpose IN ('change-email', 'undo-email-change')
       ORDER BY created_at DESC LIMIT 1`,
      [userId, address],
    );
    if (link) await enqueue(manager, deliverMail, { mail, id: link.id, revision });
  }
}
