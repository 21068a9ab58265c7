import type { resendVerification as contract } from '#contracts/accounts/recovery.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict } from '#services/platform/errors.ts';
import { UserEntity } from '../user.entity.ts';
import { sendVerification } from './send-verification.ts';

/** Sends another confirmation mail. Throws HttpError 409 when the address is already confirmed. */
export const resendVerification: Handler<typeof contract> = async ({ caller }, { db }) => {
  await inTransaction(db, async (manager) => {
    const user = await manager.findOneByOrFail(UserEntity, { id: caller.id });
    if (user.emailVerifiedAt) throw conflict('Your email address is already confirmed.');
    await sendVerification(manager, user);
  });
  return { message: 'The mail is on its way. Please look into your inbox.' };
};
