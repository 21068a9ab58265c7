import type { changePassword as contract } from '#contracts/accounts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { revokeAccess } from '../sessions/revoke-access.ts';
import { UserEntity } from '../user.entity.ts';
import { checkCurrentPassword, wrongPasswordError } from './check-current-password.ts';
import { lockCheckedPassword } from './lock-checked-password.ts';
import { hashPassword } from './password-hash.ts';
import { rejectWeakPassword } from './reject-weak-password.ts';

/**
 * Changes the password after checking the current one; ends every other session and enqueues a notification
 * mail.
 */
export const changePassword: Handler<typeof contract> = async ({ body, caller }, { db, config }) => {
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
