import type { EntityManager } from 'typeorm';

/**
 * Cuts off a Google account that was linked under another address than the one whose mailbox was just proved:
 * whoever had the account in hand meanwhile may have linked their own. The owner's own address links again by itself.
 */
export async function unlinkOtherGoogle(
  manager: EntityManager,
  userId: string,
  address: string,
): Promise<void> {
  await manager.query('DELETE FROM google_identities WHERE user_id = $1 AND email <> $2', [userId, address]);
}
