import type * as z from 'zod';
import { linkLifetimesMs } from '#contracts/recovery.ts';
import type { processPasswordReset as job } from '#services/accounts/accounts.jobs.ts';
import { createLink } from '#services/accounts/addresses/create-link.ts';
import { PasswordResetRequestEntity } from '#services/accounts/passwords/password-reset-request.entity.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { Handler } from '../runtime/handler.ts';

/** Enqueues the password reset mail when the address has an account, and deletes the request in any case. */
export const processPasswordReset: Handler<z.output<typeof job.payload>> = async (
  { resetWishId },
  { complete },
) => {
  await complete(async (manager) => {
    const request = await manager.findOneBy(PasswordResetRequestEntity, { id: resetWishId });
    const user = request && (await manager.findOneBy(UserEntity, { email: request.email }));
    await manager.delete(PasswordResetRequestEntity, { id: resetWishId });
    if (!user || user.role === 'operator') return;
    const id = await createLink(
      manager,
      { userId: user.id, purpose: 'reset-password', address: user.email },
      linkLifetimesMs.resetPassword,
    );
    await enqueue(manager, deliverMail, { mail: 'reset-password', id });
  });
};
