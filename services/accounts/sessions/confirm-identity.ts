import type { confirmIdentity as contract } from '#contracts/accounts/profile-changes.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { execute, hasRow } from '#services/platform/database/sql.ts';
import { conflict, HttpError, invalid, invalidField } from '#services/platform/errors.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { requireGoogle } from '../google/google-identity.ts';
import { checkCurrentPassword } from '../passwords/passwords.ts';

/** Stores that the person of this session has proved who they are, by the password or by their Google account. */
export const confirmIdentity: Handler<typeof contract> = async ({ body, caller }, deps) => {
  const { currentPassword, googleToken } = body;
  if (currentPassword) await checkCurrentPassword(deps.db, caller.id, currentPassword);
  else if (googleToken) await checkGoogle(googleToken, caller, deps);
  else throw invalidField('currentPassword', 'Please enter your current password.');
  await execute(deps.db, 'UPDATE sessions SET confirmed_at = now() WHERE id = $1', [caller.sessionId]);
  return { message: 'Thank you, we know that it is you.' };
};

async function checkGoogle(
  token: string,
  caller: Caller,
  { config, db }: Pick<Deps, 'config' | 'db'>,
): Promise<void> {
  // Imported with the first use: it brings jose.
  const { verifyGoogleToken } = await import('../google/verify-google-token.ts');
  const { sub } = await verifyGoogleToken(token, requireGoogle(config)).catch((error: unknown) => {
    // A 401 would say that the caller's session has ended.
    throw error instanceof HttpError && error.status === 401 ? invalid(error.message) : error;
  });
  const isOwn = 'SELECT 1 FROM google_identities WHERE sub = $1 AND user_id = $2';
  if (!(await hasRow(db, isOwn, [sub, caller.id])))
    throw conflict(
      'This Google account does not open your account. Please choose the one that you sign in with.',
    );
}
