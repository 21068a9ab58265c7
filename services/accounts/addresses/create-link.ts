import type { EntityManager } from 'typeorm';
import { insertOnce } from '#services/platform/database/sql.ts';
import { type AccountLink, AccountLinkEntity } from './account-link.entity.ts';

/**
 * Stores a link that expires `lifetimeMs` from now by the database clock. Returns its id. Idempotent for a given id.
 */
export async function createLink(
  manager: EntityManager,
  {
    id = crypto.randomUUID(),
    ...link
  }: Pick<AccountLink, 'userId' | 'purpose' | 'address'> & { id?: string; isReserved?: boolean },
  lifetimeMs: number,
): Promise<string> {
  const expiresAt = () => `now() + ${Number(lifetimeMs)} * interval '1 millisecond'`;
  // The caller may have waited for the lock of the account since its transaction began; links are ordered by the events.
  const createdAt = () => 'clock_timestamp()';
  await insertOnce(manager, AccountLinkEntity, { id, ...link, createdAt, expiresAt });
  return id;
}
