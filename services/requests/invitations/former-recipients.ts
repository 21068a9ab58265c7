import { type EntityManager, In } from 'typeorm';
import { addressHash } from '#services/accounts/preferences/address-hash.ts';
import { type FormerRecipient, FormerRecipientEntity } from '../former-recipient.entity.ts';
import { type Recipient, RecipientEntity } from '../recipient.entity.ts';

type InvitationHistory = Pick<FormerRecipient, 'invitedAt' | 'resends' | 'resentAt'>;

/** Removes recipients from a request and stores when each was mailed. */
export async function removeRecipients(
  manager: EntityManager,
  recipients: readonly Recipient[],
): Promise<void> {
  if (recipients.length === 0) return;
  await manager.delete(RecipientEntity, { id: In(recipients.map(({ id }) => id)) });
  const written = recipients.flatMap(({ requestId, email, invitedAt, resends, resentAt }) =>
    invitedAt ? { requestId, addressHash: addressHash(email), invitedAt, resends, resentAt } : [],
  );
  if (written.length > 0) await manager.insert(FormerRecipientEntity, written);
}

/**
 * Returns the invitation history of addresses that are added again, and deletes their former-recipient rows; the
 * recipient rows store it from then on.
 */
export async function restoreRecipients(
  manager: EntityManager,
  requestId: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, InvitationHistory>> {
  const hashes = new Map(emails.map((email) => [addressHash(email), email]));
  const found = await manager.findBy(FormerRecipientEntity, {
    requestId,
    addressHash: In([...hashes.keys()]),
  });
  if (found.length > 0)
    await manager.remove(
      FormerRecipientEntity,
      found.map((one) => ({ ...one })),
    );
  return new Map(
    found.map(({ addressHash: hash, invitedAt, resends, resentAt }) => [
      hashes.get(hash) ?? '',
      { invitedAt, resends, resentAt },
    ]),
  );
}
