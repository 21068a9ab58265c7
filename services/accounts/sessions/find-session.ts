import type { Role } from '#contracts/endpoint.ts';
import type { Deps } from '#services/deps.ts';
import type { Config } from '#services/platform/config.ts';
import { execute, row } from '#services/platform/database/sql.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { isConfirmed } from './require-confirmed.ts';

/** Returns the SQL condition that the person with this id, a column or parameter, is suspended. */
export function isSuspended(userId: string): string {
  return `EXISTS (SELECT 1 FROM suspensions s WHERE s.user_id = ${userId} AND s.lifted_at IS NULL)`;
}

/**
 * Returns the SQL condition over `sessions AS s` for sessions that have not ended: not signed out, within their lifetime,
 * and used within the idle time, by the clock of the database. A use is stored at most every five minutes, so a session
 * can end that much earlier.
 */
export function isActiveSession({ sessionIdleMs }: Pick<Config, 'sessionIdleMs'>): string {
  return `(s.revoked_at IS NULL AND s.expires_at > now()
    AND s.last_seen_at > now() - ${Number(sessionIdleMs)} * interval '1 millisecond')`;
}

type SessionDeps = Pick<Deps, 'config' | 'db'>;

interface SessionRow {
  callerId: string;
  callerRole: Role;
  callerTimeZone: string | null;
  isConfirmed: boolean;
  isStale: boolean;
}

/** A SELECT that `findSession` joins to the session, and the name of its column with the id of the user. */
interface OwnRow {
  select: string;
  userId: string;
}

/**
 * Returns the caller of the session with this id, or undefined when the session was ended, has expired or was idle for too long
 * by the database clock, or belongs to a suspended person or an operator, who has a session of the desk only.
 */
export async function findSession(sessionId: string, deps: SessionDeps): Promise<Caller | undefined> {
  return (await findSessionWith(sessionId, deps))?.caller;
}

/**
 * Returns the caller as {@link findSession} does, and the row of `own` that is the caller's: one statement for a call that
 * would need two.
 */
export async function findSessionWith<Own extends object>(
  sessionId: string,
  { config, db }: SessionDeps,
  own?: OwnRow,
): Promise<{ caller: Caller; own: Own } | undefined> {
  const session = await row<SessionRow & Own>(
    db,
    `SELECT ${own ? 'own.*, ' : ''}u.id AS "callerId", u.role AS "callerRole",
       u.time_zone AS "callerTimeZone",
       ${isConfirmed} AS "isConfirmed", s.last_seen_at < now() - interval '5 minutes' AS "isStale"
     FROM sessions s JOIN users u ON u.id = s.user_id
       ${own ? `JOIN (${own.select}) AS own ON own."${own.userId}" = u.id` : ''}
     WHERE s.id = $1 AND u.role <> 'operator' AND ${isActiveSession(config)}
       AND NOT ${isSuspended('u.id')}`,
    [sessionId],
  );
  if (!session) return undefined;
  const { callerId, callerRole, callerTimeZone, isConfirmed: confirmed, isStale, ...rest } = session;
  // At most one write per five minutes: this query runs before every authenticated call.
  if (isStale) await execute(db, 'UPDATE sessions SET last_seen_at = now() WHERE id = $1', [sessionId]);
  const caller = {
    ...{ id: callerId, role: callerRole, sessionId, isConfirmed: confirmed },
    timeZone: callerTimeZone,
  };
  return { caller, own: rest as unknown as Own };
}
