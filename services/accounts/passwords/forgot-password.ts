import type { forgotPassword as contract } from '#contracts/recovery.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { answerResetWish } from '../accounts.jobs.ts';
import { ResetWishEntity } from './reset-wish.entity.ts';

/** Takes a wish for a new password. Looks nothing up, so that answer and time tell nobody who has an account. */
export const forgotPassword: Handler<typeof contract> = async ({ body }, { db }) => {
  await inTransaction(db, async (manager) => {
    const wish = manager.create(ResetWishEntity, { email: body.email });
    await manager.insert(ResetWishEntity, wish);
    await enqueue(manager, answerResetWish, { resetWishId: wish.id });
  });
  return {
    message:
      'If there is an account with this address, a mail with a link is on its way. It works for 30 minutes.',
  };
};
