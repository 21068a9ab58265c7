import type { EntityManager } from 'typeorm';
import { execute } from '#services/platform/database/sql.ts';

/**
 * Unlinks a Google account whose address differs from the address just proven: an attacker may have linked
 * their own. The owner's Google account is linked again at its next sign-in.
 */
export async function unlinkOtherGoogle(
  manager: EntityManager,
  userId: string,
  address: string,
): Promise<void> {
  await execute(manager, 'DELETE FROM google_identities WHERE user_id = $1 AND email <> $2', [
    userId,
    address,
  ]);
}
