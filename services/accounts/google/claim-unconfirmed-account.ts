import type { EntityManager } from 'typeorm';
import { execute } from '#services/platform/database/sql.ts';
import { linkPurposes } from '../addresses/account-link.entity.ts';
import { confirmAddress } from '../addresses/confirm-address.ts';
import { revokeLinks } from '../addresses/revoke-links.ts';
import { revokeAccess } from '../sessions/revoke-access.ts';

/**
 * Transfers an account with an unconfirmed address to the verified owner of that address, because another
 * person may have registered it. Revokes its password, sessions, open links and linked Google account.
 */
export async function claimUnconfirmedAccount(
  manager: EntityManager,
  userId: string,
  address: string,
): Promise<void> {
  await revokeAccess(manager, userId);
  await revokeLinks(manager, userId, linkPurposes);
  await execute(manager, 'DELETE FROM google_identities WHERE user_id = $1', [userId]);
  await execute(manager, 'UPDATE users SET password_hash = NULL WHERE id = $1', [userId]);
  await confirmAddress(manager, userId, address);
}
