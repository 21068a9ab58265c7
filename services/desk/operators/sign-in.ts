import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/desk/operators.ts';
import type { Brand } from '#contracts/site/brand.ts';
import {
  hashPassword,
  lockCheckedPassword,
  rejectWeakPassword,
  verifyPassword,
} from '#services/accounts/passwords/passwords.ts';
import { knownDeviceCookie } from '#services/accounts/sessions/devices.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { OPERATORS, recordAudit } from '#services/cases/audit-log.ts';
import { isExcluded } from '#services/cases/case-ownership.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow, row, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { invalidField, unauthenticated } from '#services/platform/errors.ts';
import { Reply } from '#services/platform/http/route.ts';
import { findApprovalsFor, findOperators } from '../approvals/find-approvals.ts';
import { clearedOperatorCookie, endOperatorSessions, startOperatorSession } from './operator-session.ts';
import { OperatorEntity } from './operators.entity.ts';
import { checkSecondFactor, wrongCodeError } from './second-factor.ts';

const incorrect = () => unauthenticated('Email or password is incorrect.');

/**
 * Signs an operator in. Without a code it checks the password only; with the right code it starts a session, which
 * replaces the one of this browser. `newPassword` replaces the password and ends every other session; it is required while
 * the password is the generated one. An unknown address and a wrong password get the same response and take the same time.
 */
export const signInOperator: Handler<typeof contracts.signInOperator> = async (call, { config, db }) => {
  const { email, password, code, newPassword } = call.body;
  const account = await row<{ id: string; passwordHash: string; isInitial: boolean }>(
    db,
    `SELECT u.id, u.password_hash AS "passwordHash", o.has_initial_password AS "isInitial"
     FROM users u JOIN operators o ON o.user_id = u.id
     WHERE u.email = $1 AND u.role = 'operator' AND o.ended_at IS NULL`,
    [email],
  );
  const matches = await verifyPassword(account?.passwordHash, password, call.ip);
  if (!account || !matches) throw incorrect();
  const needsNewPassword = account.isInitial;
  if (!code) return { message: 'Enter the code of your app.', data: { isSignedIn: false, needsNewPassword } };
  if (needsNewPassword || newPassword)
    await rejectNewPassword(newPassword, password, { email, brand: config.brand });
  const newHash = newPassword && (await hashPassword(newPassword, call.ip));
  // A wrong code is counted, so its transaction has to commit.
  const cookie = await inTransaction(db, async (manager) => {
    if (!(await lockCheckedPassword(manager, account.id, account.passwordHash))) throw incorrect();
    const operator = await lockRow(manager, OperatorEntity, { userId: account.id });
    if (!operator || !(await checkSecondFactor(manager, operator, code, config))) return undefined;
    if (newHash) await changePassword(manager, account.id, newHash);
    if (call.caller) await endOperatorSessions(manager, call.caller.id, call.caller.sessionId);
    await recordAudit(manager, 'operator.signed_in', `user:${account.id}`, '', account.id);
    return startOperatorSession(manager, account.id, config, call.userAgent);
  });
  if (!cookie) throw wrongCodeError();
  return new Reply(
    200,
    { message: 'You are signed in.', data: { isSignedIn: true, needsNewPassword: false } },
    { 'Set-Cookie': [cookie, knownDeviceCookie(email, config, 'operator')] },
  );
};

const missing = 'Please choose a password of your own. The one that you got works for this once.';
const same = 'This is your current password. Please choose another one.';

async function rejectNewPassword(
  newPassword: string | undefined,
  current: string,
  person: { email: string; brand: Brand },
): Promise<void> {
  if (!newPassword) throw invalidField('newPassword', missing);
  if (newPassword === current) throw invalidField('newPassword', same);
  await rejectWeakPassword(newPassword, person, 'newPassword');
}

async function changePassword(manager: EntityManager, userId: string, passwordHash: string): Promise<void> {
  await manager.update(UserEntity, userId, { passwordHash });
  await manager.update(OperatorEntity, { userId }, { hasInitialPassword: false });
  await endOperatorSessions(manager, userId);
  await recordAudit(manager, 'operator.password_changed', `user:${userId}`, '', userId);
}

/** Returns the signed-in operator. */
export const getOperator: Handler<typeof contracts.getOperator> = async ({ caller }, { config, db }) => {
  const { id, fullName } = await db.getRepository(UserEntity).findOneByOrFail({ id: caller.id });
  const { hasFourEyes, paymentDashboardUrl } = config;
  const approvals = await findApprovalsFor(db, id, config);
  const operators = await findOperators(db);
  // A row for each pair of excluded operators: few cases have one.
  const due = await rows<{ n: number; excludedId: string | null; excludedApproverId: string | null }>(
    db,
    `SELECT count(*)::int AS n, excluded_id AS "excludedId", excluded_approver_id AS "excludedApproverId"
     FROM cases WHERE status <> 'closed' AND due_at <= now() AND (owner_id = $1 OR owner_id IS NULL)
     GROUP BY excluded_id, excluded_approver_id`,
    [id],
  );
  const cases = due.filter((group) => !isExcluded(group, id, operators)).reduce((sum, { n }) => sum + n, 0);
  return {
    message: 'You are signed in.',
    data: {
      ...{ id, fullName, isLead: caller.isLead ?? false, hasFourEyes },
      ...(paymentDashboardUrl && { paymentDashboardUrl }),
      waiting: { approvals: approvals.length, cases },
    },
  };
};

/** Ends the caller's session of the desk and removes its cookie. */
export const signOutOperator: Handler<typeof contracts.signOutOperator> = async (
  { caller },
  { config, db },
) => {
  await inTransaction(db, async (manager) => {
    await endOperatorSessions(manager, caller.id, caller.sessionId);
    publishChange(manager, OPERATORS);
  });
  return new Reply(200, { message: 'You are signed out.' }, { 'Set-Cookie': clearedOperatorCookie(config) });
};
