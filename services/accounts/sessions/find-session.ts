import * as z from 'zod/mini';
import type { Role } from '#contracts/endpoint.ts';
import type { Deps } from '#services/deps.ts';
import { execute, row } from '#services/platform/database/sql.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { isActiveSession } from './active-session.ts';
import { readSessionToken } from './session-token.ts';

/**
 * Returns the caller of a session token, or undefined when the session was ended, has expired or was idle for too long
 * by the database clock, or belongs to a suspended person.
 */
export async function findSession(
  token: string,
  { config, db }: Pick<Deps, 'config' | 'db'>,
): Promise<Caller | undefined> {
  const sessionId = await readSessionToken(token, config);
  if (!z.uuid().safeParse(sessionId).success) return undefined;
  const found = await row<{ id: string; role: Role; isStale: boolean }>(
    db,
    `SELECT u.id, u.role, s.last_seen_at < now() - interval '5 minutes' AS "isStale"
     FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = $1 AND ${isActiveSession(config)}
       AND NOT EXISTS (SELECT 1 FROM suspensions p WHERE p.user_id = u.id AND p.lifted_at IS NULL)`,
    [sessionId],
  );
  if (!found || !sessionId) return undefined;
  // At most one write per five minutes: this query runs before every authenticated call.
  if (found.isStale) await execute(db, 'UPDATE sessions SET last_seen_at = now() WHERE id = $1', [sessionId]);
  return { id: found.id, role: found.role, sessionId };
}
