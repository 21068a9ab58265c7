import type { resendVerification as contract } from '#contracts/accounts/recovery.ts';
import type { Handler } from '#services/deps.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, unauthenticated } from '#services/platform/errors.ts';
import { checkAddressBudget } from '../mail-budget/address-budget.ts';
import { UserEntity } from '../user.entity.ts';
import { sendVerification } from './send-verification.ts';

/** Sends another confirmation mail. Throws HttpError 409 when the address is already confirmed, 429. */
export const resendVerification: Handler<typeof contract> = async ({ caller }, { db }) => {
  await inTransaction(db, async (manager) => {
    const user = await lockRow(manager, UserEntity, { id: caller.id });
    if (!user) throw unauthenticated();
    if (user.emailVerifiedAt) throw conflict('Your email address is already confirmed.');
    await checkAddressBudget(manager, user.id, user.email);
    await sendVerification(manager, user);
  });
  return { message: 'The mail is on its way. Please look into your inbox.' };
};
