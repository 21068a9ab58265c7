import type { EntityManager } from 'typeorm';
import { execute } from '#services/platform/database/sql.ts';
import type { LinkPurpose } from './account-link.entity.ts';

/** Invalidates an account's unused links of the given purposes. */
export async function revokeLinks(
  manager: EntityManager,
  userId: string,
  purposes: readonly LinkPurpose[],
): Promise<void> {
  await execute(
    manager,
    'UPDATE account_links SET used_at = now() WHERE user_id = $1 AND used_at IS NULL AND purpose = ANY($2::text[])',
    [userId, purposes],
  );
}

/**
 * Invalidates an account's unused links of every purpose that were created since `createdAt`: an attacker may have requested them.
 * Earlier links stay valid, so that the owner of the earliest address wins.
 */
export async function revokeLinksSince(
  manager: EntityManager,
  userId: string,
  createdAt: Date,
): Promise<void> {
  await execute(
    manager,
    'UPDATE account_links SET used_at = now() WHERE user_id = $1 AND used_at IS NULL AND created_at >= $2',
    [userId, createdAt],
  );
}
