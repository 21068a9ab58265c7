import { createHash, randomBytes } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { hourMs } from '#contracts/durations.ts';
import type { Config } from '#services/platform/config.ts';
import { execute, row } from '#services/platform/database/sql.ts';
import { hostCookie, needsHttps, readHostCookie } from '#services/platform/http/host-cookie.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { OperatorSessionEntity } from './operators.entity.ts';

type CookieConfig = Pick<Config, 'publicUrl' | 'isSandbox'>;

// Decisions section 11: 8 h absolute, 30 min idle.
const lifetimeMs = 8 * hourMs;
const idleMinutes = 30;

const name = 'courselift-desk';

/** Creates a session of the desk. Returns its `Set-Cookie` header. */
export async function startOperatorSession(
  manager: EntityManager,
  operatorId: string,
  config: CookieConfig,
  userAgent: string | undefined,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await manager.insert(OperatorSessionEntity, {
    operatorId,
    tokenHash: hashOf(token),
    userAgent: userAgent?.slice(0, 300) ?? null,
    expiresAt: () => `now() + interval '${lifetimeMs} milliseconds'`,
  });
  return cookie(config, token, lifetimeMs / 1000);
}

/** Returns the `Set-Cookie` header that removes the cookie of the desk. */
export function clearedOperatorCookie(config: CookieConfig): string {
  return cookie(config, '', 0);
}

/**
 * Returns the operator whose session the cookies prove, or undefined. A session ends 8 hours after its start and after
 * 30 minutes without use, by the clock of the database.
 *
 * @param isUse false for a request that the page sends by itself, which does not prolong the session
 */
export async function findOperatorSession(
  cookies: string | undefined,
  isUse: boolean,
  { config, db }: { config: CookieConfig; db: DataSource },
): Promise<Caller | undefined> {
  const token = readHostCookie(cookies, name, needsHttps(config));
  if (!token) return undefined;
  const session = await row<{ id: string; sessionId: string; isLead: boolean; isStale: boolean }>(
    db,
    `SELECT o.user_id AS id, s.id AS "sessionId", o.level = 'lead' AS "isLead",
       s.last_seen_at < now() - interval '1 minute' AS "isStale"
     FROM operator_sessions s JOIN operators o ON o.user_id = s.operator_id
     WHERE s.token_hash = $1 AND s.ended_at IS NULL AND o.ended_at IS NULL AND s.expires_at > now()
       AND s.last_seen_at > now() - interval '${idleMinutes} minutes'`,
    [hashOf(token)],
  );
  if (!session) return undefined;
  const { isStale, ...operator } = session;
  if (isStale && isUse)
    await execute(db, 'UPDATE operator_sessions SET last_seen_at = now() WHERE id = $1', [session.sessionId]);
  return { ...operator, role: 'operator' };
}

/** Ends sessions of an operator: one, or all. */
export async function endOperatorSessions(
  manager: EntityManager,
  operatorId: string,
  sessionId: string | null = null,
): Promise<number> {
  return execute(
    manager,
    `UPDATE operator_sessions SET ended_at = now()
     WHERE operator_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ended_at IS NULL`,
    [operatorId, sessionId],
  );
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function cookie(config: CookieConfig, token: string, maxAgeS: number): string {
  return hostCookie({ name, value: token, maxAgeS, sameSite: 'Strict', isSecure: needsHttps(config) });
}
