import type * as profile from '#contracts/accounts/profile-changes.ts';
import type * as recovery from '#contracts/accounts/recovery.ts';
import type { Handler } from '#services/deps.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { processPasswordReset } from '../accounts.jobs.ts';
import { revokeAccess } from '../sessions/start-session.ts';
import { PasswordResetRequestEntity } from '../sign-in.entity.ts';
import { UserEntity } from '../user.entity.ts';
import {
  checkCurrentPassword,
  hashPassword,
  lockCheckedPassword,
  rejectWeakPassword,
  wrongPasswordError,
} from './passwords.ts';

/** Changes the password after checking the current one; ends every other session and enqueues a notification mail. */
export const changePassword: Handler<typeof profile.changePassword> = async (
  { body, caller },
  { db, config },
) => {
  const { email, passwordHash: checked } = await checkCurrentPassword(db, caller.id, body.currentPassword);
  await rejectWeakPassword(body.newPassword, { email, brand: config.brand }, 'newPassword');
  const passwordHash = await hashPassword(body.newPassword, caller.id);
  await inTransaction(db, async (manager) => {
    if (!(await lockCheckedPassword(manager, caller.id, checked))) throw wrongPasswordError();
    await manager.update(UserEntity, caller.id, { passwordHash });
    await revokeAccess(manager, caller.id, 'password-changed', caller.sessionId);
    const revision = Math.floor((await databaseNow(manager)).getTime() / 1000);
    await enqueue(manager, deliverMail, { mail: 'password-changed', id: caller.id, revision });
  });
  return { message: 'Your password is changed. Every other device is signed out.' };
};

/** Stores a password reset request. Looks no account up, so that neither response nor timing reveals whether one exists. */
export const forgotPassword: Handler<typeof recovery.forgotPassword> = async ({ body }, { db }) => {
  await inTransaction(db, async (manager) => {
    const request = manager.create(PasswordResetRequestEntity, { email: body.email });
    await manager.insert(PasswordResetRequestEntity, request);
    await enqueue(manager, processPasswordReset, { requestId: request.id });
  });
  return {
    message:
      'If there is an account with this address, a mail with a link is on its way. It works for 30 minutes.',
  };
};
