import type { forgotPassword as contract } from '#contracts/accounts/recovery.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { processPasswordReset } from '../accounts.jobs.ts';
import { PasswordResetRequestEntity } from './password-reset-request.entity.ts';

/**
 * Stores a password reset request. Looks no account up, so that neither response nor timing reveals whether
 * one exists.
 */
export const forgotPassword: Handler<typeof contract> = async ({ body }, { db }) => {
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
