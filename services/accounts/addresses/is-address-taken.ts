import type { EntityManager } from 'typeorm';
import { rows } from '#services/platform/database/sql.ts';

/**
 * Returns whether an address belongs to another account, or may be restored to one: an address change can be
 * undone for 7 days, so the old address stays reserved if the account had confirmed it. Reserving unconfirmed ones would
 * let anybody block the address of another person.
 */
export async function isAddressTaken(
  manager: EntityManager,
  email: string,
  exceptUserId: string | null = null,
): Promise<boolean> {
  const found = await rows(
    manager,
    `SELECT 1 FROM users WHERE email = $1 AND id IS DISTINCT FROM $2::uuid
     UNION ALL
     SELECT 1 FROM account_links
     WHERE address = $1 AND user_id IS DISTINCT FROM $2::uuid
       AND is_reserved AND used_at IS NULL AND expires_at > now()`,
    [email, exceptUserId],
  );
  return found.length > 0;
}
