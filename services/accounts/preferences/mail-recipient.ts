import type { EntityManager } from 'typeorm';
import { UserEntity } from '../user.entity.ts';
import { addressHash } from './address-hash.ts';

/** Whoever reads a mail: a person with an account, or an address without one, by its hash. */
export type MailRecipient = { userId: string } | { addressHash: string };

/** Who reads the mails to an address. */
export async function findMailRecipient(manager: EntityManager, address: string): Promise<MailRecipient> {
  const email = address.toLowerCase();
  const user = await manager.findOne(UserEntity, { where: { email }, select: { id: true } });
  if (user) return { userId: user.id };
  return { addressHash: addressHash(email) };
}
