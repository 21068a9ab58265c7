import type { EntityManager } from 'typeorm';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { RecipientEntity } from './recipient.entity.ts';
import type { HelpRequest } from './request.entity.ts';

/**
 * Adds addresses that a private request invites, and promises their mails. True when the mails wait until the
 * learner's own address is confirmed: nobody may have us write to strangers in a name that is not theirs.
 */
export async function inviteRecipients(
  manager: EntityManager,
  { id: requestId, learnerId }: Pick<HelpRequest, 'id' | 'learnerId'>,
  emails: readonly string[],
): Promise<boolean> {
  if (emails.length === 0) return false;
  const invited = await manager.insert(
    RecipientEntity,
    emails.map((email) => ({ requestId, email })),
  );
  const learner = await manager.findOneByOrFail(UserEntity, { id: learnerId });
  if (!learner.emailVerifiedAt) return true;
  for (const { id } of invited.identifiers) await enqueue(manager, deliverMail, { mail: 'invitation', id });
  return false;
}
