import type { DataSource } from 'typeorm';
import { minuteMs } from '#contracts/durations.ts';
import { checkCurrentPassword } from '#services/accounts/passwords/passwords.ts';
import { hasRow, row } from '#services/platform/database/sql.ts';
import { forbidden, invalidField } from '#services/platform/errors.ts';
import type { Caller } from '#services/platform/http/route.ts';

const freshMs = 15 * minuteMs;

/** Returns whether the caller's session began within the last 15 minutes. */
export function hasFreshSession(db: DataSource, { sessionId }: Caller): Promise<boolean> {
  return hasRow(
    db,
    `SELECT 1 FROM sessions WHERE id = $1 AND created_at > now() - $2 * interval '1 millisecond'`,
    [sessionId, freshMs],
  );
}

/**
 * Verifies that the caller is the person of the account: by the password, or by a sign-in of the last 15 minutes for an
 * account without one. @throws HttpError 422 for a missing or wrong password, 403 when a new sign-in is needed.
 */
export async function confirmIdentity(
  db: DataSource,
  caller: Caller,
  currentPassword: string | undefined,
): Promise<void> {
  const account = await row<{ hasPassword: boolean }>(
    db,
    'SELECT password_hash IS NOT NULL AS "hasPassword" FROM users WHERE id = $1',
    [caller.id],
  );
  if (account?.hasPassword) {
    if (!currentPassword) throw invalidField('currentPassword', 'Please enter your current password.');
    await checkCurrentPassword(db, caller.id, currentPassword);
  } else if (!(await hasFreshSession(db, caller))) {
    throw forbidden('Please sign out and sign in with Google again, then come back within 15 minutes.');
  }
}
