import type { undoEmailChange as contract } from '#contracts/accounts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { execute } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { isUniqueViolation } from '#services/platform/database/unique-violation.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { processPasswordReset } from '../accounts.jobs.ts';
import { unlinkOtherGoogle } from '../google/unlink-other-google.ts';
import { PasswordResetRequestEntity } from '../passwords/password-reset-request.entity.ts';
import { revokeAccess } from '../sessions/revoke-access.ts';
import { consumeLink } from './consume-link.ts';
import { revokeLinksSince } from './revoke-links.ts';

/**
 * Restores the previous address of an account. The change required the password, so the password may be known
 * to an attacker: removes it, ends every session, revokes the links that were made since, and sends a reset link to the restored
 * address.
 */
export const undoEmailChange: Handler<typeof contract> = async ({ body }, { config, db }) => {
  const undone = inTransaction(db, async (manager) => {
    const { userId, address, createdAt } = await consumeLink(
      manager,
      body.token,
      'undo-email-change',
      config,
    );
    await revokeAccess(manager, userId);
    await revokeLinksSince(manager, userId, createdAt);
    await unlinkOtherGoogle(manager, userId, address);
    await execute(
      manager,
      'UPDATE users SET email = $2, email_verified_at = now(), password_hash = NULL WHERE id = $1',
      [userId, address],
    );
    const request = manager.create(PasswordResetRequestEntity, { email: address });
    await manager.insert(PasswordResetRequestEntity, request);
    await enqueue(manager, processPasswordReset, { requestId: request.id });
  });
  // An address that was never confirmed is not reserved.
  await undone.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'users_email_unique')) throw error;
    throw conflict('This address belongs to another account now. Please write to us if it is yours.');
  });
  return {
    message:
      'Your old address is back, and everybody is signed out. We have sent you a link for a new password.',
  };
};
