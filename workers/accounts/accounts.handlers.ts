import type { EntityManager } from 'typeorm';
import { createLink } from '#services/accounts/addresses/account-links.ts';
import { PasswordResetRequestEntity } from '#services/accounts/sign-in.entity.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { comeOfAge } from '#services/flows/guardianship.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Handlers } from '../runtime/handler.ts';
import { accountMails } from './mails/account.ts';

export const accountHandlers = {
  /** Makes accounts of learners who have turned 18 those of adults. */
  'accounts.come-of-age': async (_payload, { deps: { db, log } }) => {
    const grown = await comeOfAge(db, new Date());
    if (grown > 0) log.info({ grown }, 'Learners have turned 18');
  },

  /** Sends the password reset mail when the address has an account, and deletes the request in any case. */
  'mail.process-password-reset': async ({ requestId }, context) => {
    // The link is committed before its mail is sent. Its id is the job's, so every attempt sends the same link.
    const hasAccount = await inTransaction(context.deps.db, (manager) =>
      createResetLink(manager, requestId, context.id),
    );
    if (hasAccount) await sendMail(accountMails, { mail: 'reset-password', id: context.id }, context);
    await context.complete((manager) => manager.delete(PasswordResetRequestEntity, { id: requestId }));
  },
} satisfies Handlers;

async function createResetLink(manager: EntityManager, requestId: string, id: string): Promise<boolean> {
  const request = await manager.findOneBy(PasswordResetRequestEntity, { id: requestId });
  const user = request && (await manager.findOneBy(UserEntity, { email: request.email }));
  if (!user || user.role === 'operator') return false;
  const link = { id, userId: user.id, purpose: 'reset-password' as const, address: user.email };
  await createLink(manager, link);
  return true;
}
