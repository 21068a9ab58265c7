import type { undoEmailChange as contract } from '#contracts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { answerResetWish } from '../accounts.jobs.ts';
import { forgetOtherGoogle } from '../google/forget-other-google.ts';
import { ResetWishEntity } from '../passwords/reset-wish.entity.ts';
import { revokeAccess } from '../sessions/revoke-access.ts';
import { takeLink } from './take-link.ts';

/**
 * Gives an account back to its old address. Whoever changed it knew the password, so that stops working too: every
 * session ends, and a link for a new password goes to the old address.
 */
export const undoEmailChange: Handler<typeof contract> = async ({ body }, { config, db }) => {
  await inTransaction(db, async (manager) => {
    const { userId, address } = await takeLink(manager, body.token, 'undo-email-change', config);
    await revokeAccess(manager, userId);
    await forgetOtherGoogle(manager, userId, address);
    await manager.query(
      'UPDATE users SET email = $2, email_verified_at = now(), password_hash = NULL WHERE id = $1',
      [userId, address],
    );
    const wish = manager.create(ResetWishEntity, { email: address });
    await manager.insert(ResetWishEntity, wish);
    await enqueue(manager, answerResetWish, { resetWishId: wish.id });
  });
  return {
    message:
      'Your old address is back, and everybody is signed out. We have sent you a link for a new password.',
  };
};
