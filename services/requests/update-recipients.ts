import type { EntityManager } from 'typeorm';
import type * as z from 'zod/mini';
import type { RequestEditSchema } from '#contracts/requests.ts';
import type { Deps } from '#services/deps.ts';
import { consumeRecipientQuota } from './consume-recipient-quota.ts';
import { removeRecipients } from './invitations/former-recipients.ts';
import { inviteRecipients } from './invite-recipients.ts';
import { RecipientEntity } from './recipient.entity.ts';
import type { HelpRequest } from './request.entity.ts';

/** Invites whoever is new on an edited list and takes off whoever is gone. True when invitations wait. */
export async function updateRecipients(
  manager: EntityManager,
  request: HelpRequest,
  { isPrivate, recipientEmails }: z.output<typeof RequestEditSchema>,
  deps: Pick<Deps, 'limits' | 'config'>,
): Promise<boolean> {
  const wanted = new Set(isPrivate ? recipientEmails : []);
  const known = await manager.findBy(RecipientEntity, { requestId: request.id });
  await removeRecipients(
    manager,
    known.filter(({ email }) => !wanted.has(email)),
  );
  const fresh = [...wanted].filter((email) => !known.some((recipient) => recipient.email === email));
  await consumeRecipientQuota(deps, request.learnerId, fresh.length);
  return inviteRecipients(manager, request, fresh);
}
