import type { Deps } from '#services/deps.ts';
import { row, type SqlClient } from '#services/platform/database/sql.ts';
import { signSessionToken } from './session-token.ts';

/** Creates a session and returns its token. `userAgent` identifies the device in the session list. */
export async function startSession(
  userId: string,
  { config, db }: Pick<Deps, 'config'> & { db: SqlClient },
  userAgent?: string,
): Promise<string> {
  const session = await row<{ id: string; expiresAt: Date }>(
    db,
    `INSERT INTO sessions (user_id, expires_at, user_agent)
     VALUES ($1, now() + $2 * interval '1 millisecond', $3)
     RETURNING id, expires_at AS "expiresAt"`,
    [userId, config.token.lifetimeMs, userAgent?.slice(0, 300) ?? null],
  );
  if (!session) throw new Error('The session was not stored');
  return signSessionToken({ ...session, userId }, config);
}
