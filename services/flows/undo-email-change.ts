import type { undoEmailChange as contract } from '#contracts/accounts/profile.ts';
import { processPasswordReset } from '#services/accounts/accounts.jobs.ts';
import { consumeLink } from '#services/accounts/addresses/consume-link.ts';
import { enqueueEmailChangedMails } from '#services/accounts/addresses/enqueue-email-changed-mails.ts';
import { unlinkOtherGoogle } from '#services/accounts/google/unlink-other-google.ts';
import { PasswordResetRequestEntity } from '#services/accounts/passwords/password-reset-request.entity.ts';
import { revokeAccess } from '#services/accounts/sessions/revoke-access.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { isUniqueViolation } from '#services/platform/database/unique-violation.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { withdrawUnsentInvitations } from './withdraw-unsent-invitations.ts';

/**
 * Restores the previous address of an account. The change required the password, so the password may be known
 * to an attacker: removes it, ends every session, revokes the links that were made since, withdraws unsent invitations, and sends
 * a reset link to the restored address.
 */
export const undoEmailChange: Handler<typeof contract> = async ({ body }, { config, db }) => {
  const undone = inTransaction(db, async (manager) => {
    const { userId, address } = await consumeLink(manager, body.token, 'undo-email-change', config);
    const { email } = await manager.findOneByOrFail(UserEntity, { id: userId });
    const restored = { email: address, emailVerifiedAt: () => 'now()', passwordHash: null };
    await manager.update(UserEntity, userId, restored);
    await revokeAccess(manager, userId, 'email-change-undone');
    await unlinkOtherGoogle(manager, userId, address);
    await withdrawUnsentInvitations(manager, userId);
    if (email !== address) await enqueueEmailChangedMails(manager, userId, { from: email, to: address });
    const request = manager.create(PasswordResetRequestEntity, { email: address });
    await manager.insert(PasswordResetRequestEntity, request);
    await enqueue(manager, processPasswordReset, { requestId: request.id });
  });
  // A sign-up that ran while the change was confirmed can have taken the address before it was reserved.
  await undone.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'users_email_unique')) throw error;
    throw conflict('This address belongs to another account now. Please write to us if it is yours.');
  });
  return {
    message:
      'Your old address is back, and everybody is signed out. We have sent you a link for a new password.',
  };
};
