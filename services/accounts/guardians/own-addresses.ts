import type { EntityManager } from 'typeorm';
import { rows } from '#services/platform/database/sql.ts';
import { isSameMailbox } from '../addresses/mailbox.ts';

/** Returns the addresses that an account has, had or is about to have, as far as they are stored. */
export async function findOwnAddresses(manager: EntityManager, userId: string): Promise<string[]> {
  const found = await rows<{ address: string }>(
    manager,
    `SELECT email AS address FROM users WHERE id = $1
     UNION SELECT address FROM account_links WHERE user_id = $1 AND purpose <> 'guardian-consent'
     UNION SELECT email FROM google_identities WHERE user_id = $1`,
    [userId],
  );
  return found.map(({ address }) => address);
}

/** Message for a learner under 18 who enters the guardian's address as their own. */
export const isGuardiansMessage = 'This is the address of your guardian. Please enter one of your own.';

/** Returns whether the guardian of this account has the address. */
export async function isGuardiansAddress(
  manager: EntityManager,
  userId: string,
  address: string,
): Promise<boolean> {
  const found = await rows<{ guardianEmail: string }>(
    manager,
    'SELECT guardian_email AS "guardianEmail" FROM users WHERE id = $1 AND is_minor',
    [userId],
  );
  return found.some(({ guardianEmail }) => isSameMailbox(guardianEmail, address));
}
