import type { EntityManager } from 'typeorm';
import { isHidden } from '#contracts/requests/request-holds.ts';
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
 * Adds recipients to a request and enqueues their invitations. Returns true when the mails wait until the learner's
 * own address is confirmed, which prevents mails to strangers under another person's name. A re-added address keeps
 * its history: it is mailed again only after the pause and within the maximum.
 */
export async function inviteRecipients(
  manager: EntityManager,
  { id: requestId, learnerId, holds }: Pick<HelpRequest, 'id' | 'learnerId' | 'holds'>,
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
  // The approval of the request sends them.
  if (isHidden(holds)) return false;
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
