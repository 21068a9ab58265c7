import type { EntityManager } from 'typeorm';
import type { Role } from '#contracts/endpoint.ts';
import { execute, row, rows } from '#services/platform/database/sql.ts';
import { conflict, forbidden } from '#services/platform/errors.ts';
import { isAddressTaken } from '../addresses/is-address-taken.ts';
import { claimAccount } from './claim-account.ts';
import { type GoogleIdentity, isAuthoritative } from './google-identity.ts';

/** An account linked to a Google account. */
export interface GoogleAccount {
  id: string;
  role: Role;
  fullName: string;
  /** Whether this sign-in has linked the two for the first time, which ends what was there before. */
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

async function findByAddress(
  manager: EntityManager,
  identity: GoogleIdentity,
): Promise<GoogleAccount | undefined> {
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
