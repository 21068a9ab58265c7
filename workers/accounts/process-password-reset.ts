import type { EntityManager } from 'typeorm';
import type * as z from 'zod';
import { linkLifetimesMs } from '#contracts/accounts/recovery.ts';
import type { processPasswordReset as job } from '#services/accounts/accounts.jobs.ts';
import { createLink } from '#services/accounts/addresses/create-link.ts';
import { PasswordResetRequestEntity } from '#services/accounts/passwords/password-reset-request.entity.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Handler } from '../runtime/handler.ts';
import { composeResetPassword } from './mails/account.ts';

/** Sends the password reset mail when the address has an account, and deletes the request in any case. */
export const processPasswordReset: Handler<z.output<typeof job.payload>> = async ({ requestId }, context) => {
  // The link is committed before its mail is sent. Its id is the job's, so every attempt sends the same link.
  const hasAccount = await inTransaction(context.deps.db, (manager) =>
    createResetLink(manager, requestId, context.id),
  );
  if (hasAccount) await sendMail(composeResetPassword, { mail: 'reset-password', id: context.id }, context);
  await context.complete((manager) => manager.delete(PasswordResetRequestEntity, { id: requestId }));
};

async function createResetLink(manager: EntityManager, requestId: string, id: string): Promise<boolean> {
  const request = await manager.findOneBy(PasswordResetRequestEntity, { id: requestId });
  const user = request && (await manager.findOneBy(UserEntity, { email: request.email }));
  if (!user || user.role === 'operator') return false;
  const link = { id, userId: user.id, purpose: 'reset-password' as const, address: user.email };
  await createLink(manager, link, linkLifetimesMs.resetPassword);
  return true;
}
