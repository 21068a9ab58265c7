import type { EntityManager } from 'typeorm';
import { updateReturning } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { DisputeEntity } from './dispute.entity.ts';

/** Mails operators, once, about each unanswered dispute of which half of the time is over. Returns their number. */
export async function remindOfDisputes(manager: EntityManager): Promise<number> {
  const due = await updateReturning(manager, DisputeEntity, {
    change: 'reminded_at = now()',
    condition: `r.status = 'awaiting_merchant' AND r.answer IS NULL AND r.reminded_at IS NULL
      AND now() >= r.opened_at + (r.due_at - r.opened_at) / 2`,
  });
  for (const { id } of due) await enqueue(manager, deliverMail, { mail: 'dispute-waiting', id, revision: 1 });
  return due.length;
}
