import type { EntityManager } from 'typeorm';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { execute } from '#services/platform/database/sql.ts';
import type { LinkEvent } from '../addresses/link-rules.ts';
import { revokeLinks } from '../addresses/revoke-links.ts';

/** Revokes an account's sessions (except `exceptSessionId`) and the links that `event` ends. Returns the number of sessions. */
export async function revokeAccess(
  manager: EntityManager,
  userId: string,
  event: LinkEvent,
  exceptSessionId: string | null = null,
): Promise<number> {
  // Row lock: a concurrent sign-in waits for this transaction and then sees the changed password.
  await execute(manager, 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
  const ended = await execute(
    manager,
    `UPDATE sessions SET revoked_at = now()
     WHERE user_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $2::uuid`,
    [userId, exceptSessionId],
  );
  publishChange(manager, userId);
  await revokeLinks(manager, userId, event);
  return ended;
}
