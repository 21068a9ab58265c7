import type { Config } from '#services/platform/config.ts';

/**
 * Returns the SQL condition over `sessions AS s` for sessions that have not ended: not signed out, within their lifetime,
 * and used within the idle time, by the clock of the database. A use is stored at most every five minutes, so a session
 * can end that much earlier.
 */
export function isActiveSession({ sessionIdleMs }: Pick<Config, 'sessionIdleMs'>): string {
  return `(s.revoked_at IS NULL AND s.expires_at > now()
    AND s.last_seen_at > now() - ${Number(sessionIdleMs)} * interval '1 millisecond')`;
}
