import type { EntityManager } from 'typeorm';
import { execute } from '#services/platform/database/sql.ts';
import { type LinkEvent, linkRules } from './link-rules.ts';

/**
 * Invalidates the links of an account that an event ends (see {@link linkRules}). An event that changes the address has changed
 * it before.
 */
export async function revokeLinks(manager: EntityManager, userId: string, event: LinkEvent): Promise<void> {
  const effects = Object.entries(linkRules[event]);
  const purposes = (effect: string) => effects.filter(([, is]) => is === effect).map(([purpose]) => purpose);
  // Every change of address makes a link to the address that it leaves, so the first of them dates the leaving.
  await execute(
    manager,
    `UPDATE account_links l SET used_at = now() FROM users u
     WHERE u.id = $1 AND l.user_id = u.id AND l.used_at IS NULL AND (
       l.purpose = ANY($2::text[])
       OR l.purpose = ANY($3::text[]) AND (
         (l.purpose = 'undo-email-change' AND NOT l.is_reserved)
         OR l.created_at >= (SELECT min(created_at) FROM account_links
           WHERE user_id = u.id AND purpose = 'undo-email-change' AND address = u.email)))`,
    [userId, purposes('ends'), purposes('ends-later')],
  );
}
