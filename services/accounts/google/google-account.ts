import type { EntityManager } from 'typeorm';
import { databaseNow, execute, row, rows } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict, forbidden } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { confirmAddress, isAddressTaken } from '../addresses/account-address.ts';
import { revokeAccess } from '../sessions/start-session.ts';
import type { User } from '../user.entity.ts';
import { type GoogleIdentity, isAuthoritative } from './google-identity.ts';

interface GoogleAccount extends Pick<User, 'id' | 'role' | 'fullName'> {
  /** Whether this sign-in has linked the two for the first time, which revokes the password and sessions of before. */
  isClaimed: boolean;
}

/**
 * Returns the account linked to a Google identity by `sub`, otherwise by address, which links the two when
 * Google is authoritative for that address. Returns undefined when there is no account.
 * Throws HttpError 403 for operators, 409 for an address with an account that Google is not authoritative
 * for.
 */
export async function findGoogleAccount(
  manager: EntityManager,
  identity: GoogleIdentity,
): Promise<GoogleAccount | undefined> {
  const account = (await findLinked(manager, identity.sub)) ?? (await findByAddress(manager, identity));
  // Operators need a second factor, which this sign-in does not check.
  if (account?.role === 'operator') throw forbidden('This account cannot be opened with Google.');
  return account;
}

async function findLinked(manager: EntityManager, sub: string): Promise<GoogleAccount | undefined> {
  return row<GoogleAccount>(
    manager,
    `SELECT u.id, u.role, u.full_name AS "fullName", false AS "isClaimed" FROM google_identities g JOIN users u ON u.id = g.user_id
     WHERE g.sub = $1`,
    [sub],
  );
}

type Candidate = Omit<GoogleAccount, 'isClaimed'> & { isConfirmed: boolean };

async function findByAddress(manager: EntityManager, identity: GoogleIdentity) {
  const account = await row<Candidate>(
    manager,
    `SELECT u.id, u.role, u.full_name AS "fullName", u.email_verified_at IS NOT NULL AS "isConfirmed"
     FROM users u WHERE u.email = $1 FOR UPDATE`,
    [identity.email],
  );
  if (account) {
    const isClaimed = account.role !== 'operator' && (await link(manager, account, identity));
    return { ...account, isClaimed };
  }
  if (await isAddressTaken(manager, identity.email))
    throw conflict(
      'This address was moved away from an account a few days ago. Please open the link in our mail about it first.',
    );
  return undefined;
}

/** Links an account that Google is authoritative for. Returns false when a concurrent sign-in has linked it. */
async function link(manager: EntityManager, account: Candidate, identity: GoogleIdentity): Promise<boolean> {
  if (!isAuthoritative(identity))
    throw conflict('You have an account with this address already. Please sign in with your password.');
  // A separate query after the row lock: within the locking statement it would not see links committed meanwhile.
  const linked = await rows<{ sub: string }>(
    manager,
    'SELECT sub FROM google_identities WHERE user_id = $1',
    [account.id],
  );
  if (linked.some(({ sub }) => sub === identity.sub)) return false;
  if (account.isConfirmed && linked.length > 0)
    throw conflict(
      'Another Google account opens this account. Please sign in with that one, or with your password.',
    );
  await claimAccount(manager, account.id, identity.email);
  await execute(
    manager,
    'INSERT INTO google_identities (sub, user_id, email) VALUES ($1, $2, $3) ON CONFLICT (sub) DO NOTHING',
    [identity.sub, account.id, identity.email],
  );
  return true;
}

/**
 * Transfers an account to the owner of its address, who comes from Google for the first time: another person may have
 * registered it, also when the owner has pressed the link that confirmed the address. Revokes its password, sessions, open
 * links and linked Google account, and mails the owner what happened.
 */
async function claimAccount(manager: EntityManager, userId: string, address: string): Promise<void> {
  await revokeAccess(manager, userId, 'claimed-with-google');
  await execute(manager, 'DELETE FROM google_identities WHERE user_id = $1', [userId]);
  await execute(manager, 'UPDATE users SET password_hash = NULL WHERE id = $1', [userId]);
  await confirmAddress(manager, userId, address);
  const revision = Math.floor((await databaseNow(manager)).getTime() / 1000);
  await enqueue(manager, deliverMail, { mail: 'google-linked', id: userId, revision });
}

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
