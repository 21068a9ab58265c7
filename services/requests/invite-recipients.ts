import type { EntityManager } from 'typeorm';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { enqueueResend } from './invitations/enqueue-resend.ts';
import { restoreRecipients } from './invitations/former-recipients.ts';
import { resendableAt } from './invitations/resendable-at.ts';
import { RecipientEntity } from './recipient.entity.ts';
import type { HelpRequest } from './request.entity.ts';

/**
 * Adds addresses that a private request invites, and promises their mails. True when the mails wait until the
 * learner's own address is confirmed: nobody may have us write to strangers in a name that is not theirs. An address
 * that was on the list before is written to as one that stayed on it: not before its pause is over, nor too often.
 */
export async function inviteRecipients(
  manager: EntityManager,
  { id: requestId, learnerId }: Pick<HelpRequest, 'id' | 'learnerId'>,
  emails: readonly string[],
): Promise<boolean> {
  if (emails.length === 0) return false;
  const former = await restoreRecipients(manager, requestId, emails);
  const invited = await manager.insert(
    RecipientEntity,
    emails.map((email) => ({ requestId, email, ...former.get(email) })),
  );
  const learner = await manager.findOneByOrFail(UserEntity, { id: learnerId });
  if (!learner.emailVerifiedAt) return emails.some((email) => !former.has(email));
  const now = await databaseNow(manager);
  for (const [place, email] of emails.entries()) {
    const id: string = invited.identifiers[place]?.id;
    const known = former.get(email);
    if (!known) await enqueue(manager, deliverMail, { mail: 'invitation', id });
    else if ((resendableAt(known)?.getTime() ?? Number.POSITIVE_INFINITY) <= now.getTime())
      await enqueueResend(manager, { id, resends: known.resends }, now);
  }
  return false;
}
