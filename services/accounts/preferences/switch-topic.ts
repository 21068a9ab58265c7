import type { EntityManager, FindOptionsWhere } from 'typeorm';
import type { MailTopic } from '#contracts/accounts/mail-topics.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { UserEntity } from '../user.entity.ts';
import { addressHash } from './address-hash.ts';
import { type MailOptOut, MailOptOutEntity } from './mail-opt-out.entity.ts';
import type { MailRecipient } from './mail-recipient.ts';

/**
 * Switches a topic on or off for a recipient; idempotent. An opt-out that was made by address, before there was an
 * account, is removed only for an account whose address is verified.
 */
export async function switchTopic(
  manager: EntityManager,
  recipient: MailRecipient,
  topic: MailTopic,
  isOn: boolean,
): Promise<void> {
  if (isOn) {
    for (const of of await optOutsOf(manager, recipient, 'verified'))
      await manager.delete(MailOptOutEntity, { ...of, topic });
    return;
  }
  await insertOnce(manager, MailOptOutEntity, { ...recipient, topic });
}

/** Returns whether a recipient gets the mails of a topic. */
export async function isTopicOn(
  manager: EntityManager,
  recipient: MailRecipient,
  topic: MailTopic,
): Promise<boolean> {
  const optOuts = await optOutsOf(manager, recipient);
  return !(await manager.existsBy(
    MailOptOutEntity,
    optOuts.map((of) => ({ ...of, topic })),
  ));
}

/**
 * Returns conditions for the opt-outs of a recipient: those of the account, and those made by its address.
 * @param addressMustBe with `verified`, opt-outs by address count only when the account has verified it
 */
export async function optOutsOf(
  manager: EntityManager,
  recipient: MailRecipient,
  addressMustBe: 'verified' | 'any' = 'any',
): Promise<FindOptionsWhere<MailOptOut>[]> {
  if (!('userId' in recipient)) return [recipient];
  const user = await manager.findOne(UserEntity, {
    where: { id: recipient.userId },
    select: { email: true, emailVerifiedAt: true },
  });
  if (!user || (addressMustBe === 'verified' && !user.emailVerifiedAt)) return [recipient];
  return [recipient, { addressHash: addressHash(user.email) }];
}
