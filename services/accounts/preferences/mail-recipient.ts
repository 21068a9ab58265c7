import type { EntityManager } from 'typeorm';
import { UserEntity } from '../user.entity.ts';
import { addressHash } from './address-hash.ts';

/** The recipient of a mail: a user, or the hash of an address without an account. */
export type MailRecipient = { userId: string } | { addressHash: string };

/** Returns the recipient that an address belongs to. */
export async function findMailRecipient(manager: EntityManager, address: string): Promise<MailRecipient> {
  const email = address.toLowerCase();
  const user = await manager.findOne(UserEntity, { where: { email }, select: { id: true } });
  if (user) return { userId: user.id };
  return { addressHash: addressHash(email) };
}
