import type { EntityManager } from 'typeorm';
import { notFound } from '#services/platform/errors.ts';
import { type Recipient, RecipientEntity } from '../recipient.entity.ts';

/** Returns an invitation of a request. @throws HttpError 404 for one of another request. */
export async function findInvitation(
  manager: EntityManager,
  { id: requestId, invitationId }: { id: string; invitationId: string },
): Promise<Recipient> {
  const recipient = await manager.findOneBy(RecipientEntity, { id: invitationId, requestId });
  if (!recipient) throw notFound('This invitation is no longer there.');
  return recipient;
}
