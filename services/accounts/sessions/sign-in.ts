import type { signIn as contract } from '#contracts/accounts/accounts.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { unauthenticated } from '#services/platform/errors.ts';
import { Reply } from '#services/platform/http/route.ts';
import { firstName } from '../names.ts';
import { lockCheckedPassword } from '../passwords/lock-checked-password.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import { UserEntity } from '../user.entity.ts';
import { knownDeviceCookie } from './known-device.ts';
import { startSession } from './start-session.ts';

const incorrect = () => unauthenticated('Email or password is incorrect.');

/** Signs in. An unknown address and a wrong password get the same response and take the same time. */
export const signIn: Handler<typeof contract> = async ({ body, ip, userAgent }, deps) => {
  const user = await deps.db.getRepository(UserEntity).findOne({
    where: { email: body.email },
    select: { id: true, role: true, fullName: true, passwordHash: true },
  });
  const matches = await verifyPassword(user?.passwordHash, body.password, ip);
  // Operators need a second factor, which this endpoint does not check.
  if (!user || !matches || user.role === 'operator') throw incorrect();
  const token = await inTransaction(deps.db, async (manager) => {
    if (!(await lockCheckedPassword(manager, user.id, user.passwordHash ?? ''))) throw incorrect();
    return startSession(user.id, { config: deps.config, db: manager }, userAgent, ip);
  });
  const data = { token, role: user.role, firstName: firstName(user.fullName) };
  return new Reply(
    200,
    { message: 'Welcome back!', data },
    { 'Set-Cookie': knownDeviceCookie(body.email, deps.config) },
  );
};
