import type { endAllSessions as contract } from '#contracts/accounts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { revokeAccess } from './revoke-access.ts';

/** Ends all sessions of the caller, including the current one. */
export const endAllSessions: Handler<typeof contract> = async ({ caller }, { db }) => {
  await inTransaction(db, (manager) => revokeAccess(manager, caller.id, 'sign-out-everywhere'));
  return { message: 'You are signed out everywhere.' };
};
