import type { signInOperator as contract } from '#contracts/operators.ts';
import { lockCheckedPassword } from '#services/accounts/passwords/lock-checked-password.ts';
import { verifyPassword } from '#services/accounts/passwords/password-hash.ts';
import type { Handler } from '#services/deps.ts';
import { lockRow, row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { invalid, unauthenticated } from '#services/platform/errors.ts';
import { Reply } from '#services/platform/http/route.ts';
import { recordAudit } from '../record-audit.ts';
import { checkSecondFactor } from './check-second-factor.ts';
import { OperatorEntity } from './operator.entity.ts';
import { startOperatorSession } from './operator-session.ts';

const incorrect = () => unauthenticated('Email or password is incorrect.');

/**
 * Signs an operator in. Without a code it checks the password only; with the right code it starts a session. An unknown
 * address and a wrong password get the same response and take the same time.
 */
export const signInOperator: Handler<typeof contract> = async ({ body, ip, userAgent }, { config, db }) => {
  const { email, password, code } = body;
  const found = await row<{ id: string; passwordHash: string }>(
    db,
    `SELECT u.id, u.password_hash AS "passwordHash" FROM users u JOIN operators o ON o.user_id = u.id
     WHERE u.email = $1 AND u.role = 'operator' AND o.ended_at IS NULL`,
    [email],
  );
  const matches = await verifyPassword(found?.passwordHash, password, ip);
  if (!found || !matches) throw incorrect();
  if (!code) return { message: 'Enter the code of your app.', data: { isSignedIn: false } };
  // A wrong code is counted, so its transaction has to commit.
  const cookie = await inTransaction(db, async (manager) => {
    if (!(await lockCheckedPassword(manager, found.id, found.passwordHash))) throw incorrect();
    const operator = await lockRow(manager, OperatorEntity, { userId: found.id });
    if (!operator || !(await checkSecondFactor(manager, operator, code, config))) return undefined;
    await recordAudit(manager, 'operator.signed_in', `user:${found.id}`, '', found.id);
    return startOperatorSession(manager, found.id, config, userAgent);
  });
  if (!cookie) {
    const wrong = 'This code is wrong, or it was used already. Please wait for the next one.';
    throw invalid(wrong, { code: wrong });
  }
  return new Reply(
    200,
    { message: 'You are signed in.', data: { isSignedIn: true } },
    { 'Set-Cookie': cookie },
  );
};
