import type { eraseAccount as contract } from '#contracts/privacy/privacy.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { confirmIdentity } from '../confirm-identity.ts';
import { endAccount } from './end-account.ts';

/** Ends the caller's account after the password was checked. @throws HttpError 409 with what has to be finished first. */
export const eraseAccount: Handler<typeof contract> = async ({ body, caller }, { db }) => {
  await confirmIdentity(db, caller, body.currentPassword);
  await inTransaction(db, (manager) => endAccount(manager, caller.id));
  return { message: 'Your account is being deleted. We have sent you a mail about it.' };
};
