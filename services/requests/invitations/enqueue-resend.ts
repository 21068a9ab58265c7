import type { EntityManager } from 'typeorm';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type Recipient, RecipientEntity } from '../recipient.entity.ts';

/** Enqueues the mail of an invitation again and increments its counter. */
export async function enqueueResend(
  manager: EntityManager,
  { id, resends }: Pick<Recipient, 'id' | 'resends'>,
  now: Date,
): Promise<void> {
  const revision = resends + 1;
  await manager.update(RecipientEntity, id, { resends: revision, resentAt: now });
  await enqueue(manager, deliverMail, { mail: 'invitation', id, revision });
}
