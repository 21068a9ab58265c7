import type * as profile from '#contracts/accounts/profile-changes.ts';
import type * as accounts from '#contracts/accounts/sign-in.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { execute, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { notFound, unauthenticated } from '#services/platform/errors.ts';
import { Reply } from '#services/platform/http/route.ts';
import { firstName } from '../names.ts';
import { lockCheckedPassword, verifyPassword } from '../passwords/passwords.ts';
import type { Session } from '../sign-in.entity.ts';
import { UserEntity } from '../user.entity.ts';
import { describeDevice, knownDeviceCookie } from './devices.ts';
import { isActiveSession } from './find-session.ts';
import { clearedPageCookie, pageCookie } from './page-session.ts';
import { revokeAccess, startSession } from './start-session.ts';

const incorrect = () => unauthenticated('Email or password is incorrect.');

/** Signs in. An unknown address and a wrong password get the same response and take the same time. */
export const signIn: Handler<typeof accounts.signIn> = async ({ body, ip, userAgent }, deps) => {
  const user = await deps.db.getRepository(UserEntity).findOne({
    where: { email: body.email },
    select: { id: true, role: true, fullName: true, passwordHash: true },
  });
  const matches = await verifyPassword(user?.passwordHash, body.password, ip);
  // Operators need a second factor, which this endpoint does not check.
  if (!user || !matches || user.role === 'operator') throw incorrect();
  const token = await inTransaction(deps.db, async (manager) => {
    if (!(await lockCheckedPassword(manager, user.id, user.passwordHash ?? ''))) throw incorrect();
    return startSession(user.id, { config: deps.config, db: manager }, userAgent, ip, body.keepSignedIn);
  });
  const data = { token, role: user.role, firstName: firstName(user.fullName) };
  const cookies = [
    knownDeviceCookie(body.email, deps.config),
    await pageCookie(token, body.keepSignedIn, deps.config),
  ];
  return new Reply(200, { message: 'Welcome back!', data }, { 'Set-Cookie': cookies });
};

/** Returns the caller's active sessions, newest first. */
export const listSessions: Handler<typeof profile.listSessions> = async ({ caller }, { config, db }) => {
  const sessions = await rows<Pick<Session, 'id' | 'userAgent' | 'country' | 'createdAt' | 'lastSeenAt'>>(
    db,
    `SELECT id, user_agent AS "userAgent", country, created_at AS "createdAt", last_seen_at AS "lastSeenAt"
     FROM sessions s WHERE user_id = $1 AND ${isActiveSession(config)}
     ORDER BY last_seen_at DESC LIMIT 100`,
    [caller.id],
  );
  const data = sessions.map(({ id, userAgent, country, createdAt, lastSeenAt }) => ({
    _id: id,
    isCurrent: id === caller.sessionId,
    device: describeDevice(userAgent),
    country,
    startedAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
  return { message: 'Where you are signed in', data };
};

/** Ends one of the caller's sessions. */
export const endSession: Handler<typeof profile.endSession> = async ({ params, caller }, { db }) => {
  const ended = await inTransaction(db, (manager) => {
    publishChange(manager, caller.id);
    return execute(
      manager,
      'UPDATE sessions SET revoked_at = now() WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL',
      [params.id, caller.id],
    );
  });
  if (ended === 0) throw notFound('This session has already ended.');
  return { message: 'That device is signed out.' };
};

/** Ends all sessions of the caller, including the current one. */
export const endAllSessions: Handler<typeof profile.endAllSessions> = async ({ caller }, { db }) => {
  await inTransaction(db, (manager) => revokeAccess(manager, caller.id, 'sign-out-everywhere'));
  return { message: 'You are signed out everywhere.' };
};

/** Ends the caller's session and invalidates its token. */
export const signOut: Handler<typeof accounts.signOut> = async ({ caller }, { config, db }) => {
  await inTransaction(db, async (manager) => {
    await execute(manager, 'UPDATE sessions SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL', [
      caller.sessionId,
    ]);
    publishChange(manager, caller.id);
  });
  return new Reply(200, { message: 'You are signed out.' }, { 'Set-Cookie': clearedPageCookie(config) });
};
