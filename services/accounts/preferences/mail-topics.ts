import { createHash } from 'node:crypto';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import type { MailTopic } from '#contracts/accounts/mail-topics.ts';
import type { Config } from '#services/platform/config.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { type MailName, mails } from '#services/platform/email/mail.jobs.ts';
import { links, type UnsubscribeLinks, unsubscribeLinks } from '#services/platform/tokens/links.ts';
import { type MailOptOut, MailOptOutEntity, UserEntity } from '../user.entity.ts';

/** Returns the SHA-256 of the lower-cased address in base64url, which identifies an address without storing it. */
export function addressHash(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('base64url');
}

/** The recipient of a mail: a user, or the hash of an address without an account. */
export type MailRecipient = { userId: string } | { addressHash: string };

async function findMailRecipient(manager: EntityManager, address: string): Promise<MailRecipient> {
  const email = address.toLowerCase();
  const user = await manager.findOne(UserEntity, { where: { email }, select: { id: true } });
  return user ? { userId: user.id } : { addressHash: addressHash(email) };
}

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
    for (const optOut of await optOutsOf(manager, recipient, 'verified'))
      await manager.delete(MailOptOutEntity, { ...optOut, topic });
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
    optOuts.map((optOut) => ({ ...optOut, topic })),
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

/**
 * Decides whether a mail is sent. Returns `unwanted` when its recipient has switched its topic off, `always`
 * for a mail without a topic, otherwise the unsubscribe links.
 */
export async function decideMailDelivery(
  mail: MailName,
  to: string,
  { manager, config }: { manager: EntityManager; config: Pick<Config, 'publicUrl' | 'token'> },
): Promise<UnsubscribeLinks | 'always' | 'unwanted'> {
  const topic = mails[mail];
  if (topic === 'always') return 'always';
  const recipient = await findMailRecipient(manager, to);
  if (!(await isTopicOn(manager, recipient, topic))) return 'unwanted';
  const subject =
    'userId' in recipient
      ? { kind: 'user' as const, sub: recipient.userId }
      : { kind: 'address' as const, sub: recipient.addressHash };
  return unsubscribeLinks('mailTopic', await links.mailTopic.sign({ topic, ...subject }, config), config);
}
