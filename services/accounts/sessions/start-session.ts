import type { EntityManager } from 'typeorm';
import type { Deps } from '#services/deps.ts';
import { signSessionToken } from './session-token.ts';

/** Creates a session and returns its token. `userAgent` identifies the device in the session list. */
export async function startSession(
  userId: string,
  { config, db }: Pick<Deps, 'config'> & { db: Pick<EntityManager, 'query'> },
  userAgent?: string,
): Promise<string> {
  const rows: { id: string; expiresAt: Date }[] = await db.query(
    `INSERT INTO sessions (user_id, expires_at, user_agent)
     VALUES ($1, now() + $2 * interval '1 millisecond', $3)
     RETURNING id, expires_at AS "expiresAt"`,
    [userId, config.token.lifetimeMs, userAgent?.slice(0, 300) ?? null],
  );
  const [session] = rows;
  if (!session) throw new Error('The session was not stored');
  return signSessionToken({ ...session, userId }, config);
}
