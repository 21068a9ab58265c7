import type { EntityManager } from 'typeorm';
import type * as z from 'zod/mini';
import type { RequestEditSchema } from '#contracts/requests/requests.ts';
import type { Deps } from '#services/deps.ts';
import { consumeRecipientQuota } from './consume-recipient-quota.ts';
import { removeRecipients } from './invitations/former-recipients.ts';
import { inviteRecipients } from './invite-recipients.ts';
import { RecipientEntity } from './recipient.entity.ts';
import type { HelpRequest } from './request.entity.ts';

/**
 * Invites the addresses that were added to a request and removes those that were deleted. Returns true when the
 * invitations wait for the learner's e-mail confirmation.
 */
export async function updateRecipients(
  manager: EntityManager,
  request: HelpRequest,
  { isPrivate, recipientEmails }: z.output<typeof RequestEditSchema>,
  deps: Pick<Deps, 'limits' | 'config'>,
): Promise<boolean> {
  const requested = new Set(isPrivate ? recipientEmails : []);
  const known = await manager.findBy(RecipientEntity, { requestId: request.id });
  await removeRecipients(
    manager,
    known.filter(({ email }) => !requested.has(email)),
  );
  const added = [...requested].filter((email) => !known.some((recipient) => recipient.email === email));
  await consumeRecipientQuota(deps, request.learnerId, added.length);
  return inviteRecipients(manager, request, added);
}
