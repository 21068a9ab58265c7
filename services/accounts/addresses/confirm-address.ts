import type { EntityManager } from 'typeorm';
import { execute, lockRow } from '#services/platform/database/sql.ts';
import { invalid } from '#services/platform/errors.ts';
import { UserEntity } from '../user.entity.ts';

/**
 * Marks the address of an account as verified, and returns whether it was before.
 * @throws HttpError 422 when the account's address has changed since the link was sent.
 */
export async function confirmAddress(
  manager: EntityManager,
  userId: string,
  address: string,
): Promise<boolean> {
  const user = await lockRow(manager, UserEntity, { id: userId });
  if (user?.email !== address)
    throw invalid('This link belongs to an address that your account no longer has.');
  if (user.emailVerifiedAt) return true;
  await manager.update(UserEntity, userId, { emailVerifiedAt: () => 'now()' });
  // A change that was requested before can be undone like one that is requested from now on.
  await execute(
    manager,
    `UPDATE account_links SET is_reserved = true
     WHERE user_id = $1 AND address = $2 AND purpose = 'undo-email-change' AND used_at IS NULL`,
    [userId, address],
  );
  return false;
}
