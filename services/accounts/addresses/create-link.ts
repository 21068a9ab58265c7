import type { EntityManager } from 'typeorm';
import { type AccountLink, AccountLinkEntity } from './account-link.entity.ts';

/** Stores a link that expires `lifetimeMs` from now by the database clock. Returns its id. */
export async function createLink(
  manager: EntityManager,
  link: Pick<AccountLink, 'userId' | 'purpose' | 'address'>,
  lifetimeMs: number,
): Promise<string> {
  const inserted = await manager
    .createQueryBuilder()
    .insert()
    .into(AccountLinkEntity)
    .values({ ...link, expiresAt: () => `now() + ${Number(lifetimeMs)} * interval '1 millisecond'` })
    .returning('id')
    .execute();
  const [created] = inserted.raw as { id: string }[];
  if (!created) throw new Error('The link was not stored');
  return created.id;
}
