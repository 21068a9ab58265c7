import type * as z from 'zod';
import { linkLifetimesMs } from '#contracts/recovery.ts';
import type { answerResetWish as job } from '#services/accounts/accounts.jobs.ts';
import { makeLink } from '#services/accounts/addresses/make-link.ts';
import { ResetWishEntity } from '#services/accounts/passwords/reset-wish.entity.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { Handler } from '../runtime/handler.ts';

/** Sends the link for a new password when the address has an account, and forgets the wish either way. */
export const answerResetWish: Handler<z.output<typeof job.payload>> = async (
  { resetWishId },
  { complete },
) => {
  await complete(async (manager) => {
    const wish = await manager.findOneBy(ResetWishEntity, { id: resetWishId });
    const user = wish && (await manager.findOneBy(UserEntity, { email: wish.email }));
    await manager.delete(ResetWishEntity, { id: resetWishId });
    if (!user || user.role === 'operator') return;
    const id = await makeLink(
      manager,
      { userId: user.id, purpose: 'reset-password', address: user.email },
      linkLifetimesMs.resetPassword,
    );
    await enqueue(manager, deliverMail, { mail: 'reset-password', id });
  });
};
