import type { EntityManager } from 'typeorm';
import { limits } from '#contracts/limits.ts';
import type { Deps } from '#services/deps.ts';
import { execute, hasRow } from '#services/platform/database/sql.ts';
import { forbidden, unauthenticated } from '#services/platform/errors.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { checkCurrentPassword } from '../passwords/passwords.ts';

/** SQL condition over `sessions AS s`: the person signed in, or proved again who they are, within the last 15 minutes. */
export const isConfirmed = `greatest(s.created_at, s.confirmed_at) > now() - interval '${limits.confirmedMs} milliseconds'`;

/**
 * Rejects a caller who neither signed in nor proved who they are within the last 15 minutes, unless the right password is given.
 * @throws HttpError 422 for a wrong password, 403 when a proof is needed.
 */
export async function requireConfirmed(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword) await checkCurrentPassword(db, caller.id, currentPassword);
  else if (!caller.isConfirmed)
    throw forbidden('Please confirm that it is you first: your last sign-in is more than 15 minutes ago.');
}

/**
 * Locks the caller's user row until the transaction ends. What takes an account back locks it as well and ends the sessions: the
 * caller may have lost theirs since it was checked. @throws HttpError 401 then.
 */
export async function lockCaller(manager: EntityManager, { id, sessionId }: Caller): Promise<void> {
  await execute(manager, 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
  if (!(await hasRow(manager, 'SELECT 1 FROM sessions WHERE id = $1 AND revoked_at IS NULL', [sessionId])))
    throw unauthenticated();
}
