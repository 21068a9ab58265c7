import type { EntityManager } from 'typeorm';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { execute } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { confirmAddress } from '../addresses/confirm-address.ts';
import { revokeAccess } from '../sessions/revoke-access.ts';

/**
 * Transfers an account to the owner of its address, who comes from Google for the first time: another person may have
 * registered it, also when the owner has pressed the link that confirmed the address. Revokes its password, sessions, open
 * links and linked Google account, and mails the owner what happened.
 */
export async function claimAccount(manager: EntityManager, userId: string, address: string): Promise<void> {
  await revokeAccess(manager, userId, 'claimed-with-google');
  await execute(manager, 'DELETE FROM google_identities WHERE user_id = $1', [userId]);
  await execute(manager, 'UPDATE users SET password_hash = NULL WHERE id = $1', [userId]);
  await confirmAddress(manager, userId, address);
  const revision = Math.floor((await databaseNow(manager)).getTime() / 1000);
  await enqueue(manager, deliverMail, { mail: 'google-linked', id: userId, revision });
}
