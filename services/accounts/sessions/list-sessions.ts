import type { listSessions as contract } from '#contracts/accounts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';
import { isActiveSession } from './active-session.ts';
import { describeDevice } from './describe-device.ts';
import type { Session } from './session.entity.ts';

/** Returns the caller's active sessions, newest first. */
export const listSessions: Handler<typeof contract> = async ({ caller }, { config, db }) => {
  const sessions = await rows<Pick<Session, 'id' | 'userAgent' | 'createdAt' | 'lastSeenAt'>>(
    db,
    `SELECT id, user_agent AS "userAgent", created_at AS "createdAt", last_seen_at AS "lastSeenAt"
     FROM sessions s WHERE user_id = $1 AND ${isActiveSession(config)}
     ORDER BY last_seen_at DESC LIMIT 100`,
    [caller.id],
  );
  const data = sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    _id: id,
    isCurrent: id === caller.sessionId,
    device: describeDevice(userAgent),
    startedAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
  return { message: 'Where you are signed in', data };
};
