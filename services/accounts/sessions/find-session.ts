import * as z from 'zod/mini';
import type { Role } from '#contracts/endpoint.ts';
import type { Deps } from '#services/deps.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { readSessionToken } from './session-token.ts';

/** Who a token belongs to, as long as its session lives: not signed out, not run out, by the database's clock. */
export async function findSession(
  token: string,
  { config, db }: Pick<Deps, 'config' | 'db'>,
): Promise<Caller | undefined> {
  const sessionId = await readSessionToken(token, config);
  if (!z.uuid().safeParse(sessionId).success) return undefined;
  const rows: { id: string; role: Role; isStale: boolean }[] = await db.query(
    `SELECT u.id, u.role, s.last_seen_at < now() - interval '5 minutes' AS "isStale"
     FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > now()`,
    [sessionId],
  );
  const [found] = rows;
  if (!found || !sessionId) return undefined;
  // Written rarely: this runs before every call of somebody who is signed in.
  if (found.isStale) await db.query('UPDATE sessions SET last_seen_at = now() WHERE id = $1', [sessionId]);
  return { id: found.id, role: found.role, sessionId };
}
