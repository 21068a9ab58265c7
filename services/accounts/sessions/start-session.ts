import type { Deps } from '#services/deps.ts';
import { row, type SqlClient } from '#services/platform/database/sql.ts';
import { forbidden } from '#services/platform/errors.ts';
import { networkHash } from './network-hash.ts';
import { signSessionToken } from './session-token.ts';

/**
 * Creates a session and returns its token. `userAgent` identifies the device in the session list, and with `ip` a
 * device that two accounts share (decision 054).
 * @throws HttpError 403 with the reason for a suspended person.
 */
export async function startSession(
  userId: string,
  { config, db }: Pick<Deps, 'config'> & { db: SqlClient },
  userAgent?: string,
  ip?: string,
): Promise<string> {
  const suspension = await row<{ reason: string }>(
    db,
    'SELECT reason FROM suspensions WHERE user_id = $1 AND lifted_at IS NULL',
    [userId],
  );
  if (suspension)
    throw forbidden(
      `Your account is suspended: ${suspension.reason} To appeal, open the link in the mail that we sent you about it.`,
    );
  const erased = await row(db, 'SELECT 1 FROM users WHERE id = $1 AND erasure_requested_at IS NOT NULL', [
    userId,
  ]);
  if (erased) throw forbidden('This account is being deleted.');
  const session = await row<{ id: string; expiresAt: Date }>(
    db,
    `INSERT INTO sessions (user_id, expires_at, user_agent, network_hash)
     VALUES ($1, now() + $2 * interval '1 millisecond', $3, $4)
     RETURNING id, expires_at AS "expiresAt"`,
    [userId, config.token.lifetimeMs, userAgent?.slice(0, 300) ?? null, ip ? networkHash(ip, config) : null],
  );
  if (!session) throw new Error('The session was not stored');
  return signSessionToken({ ...session, userId }, config);
}
