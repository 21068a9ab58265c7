import type { signOut as contract } from '#contracts/accounts/accounts.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { execute } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';

/** Ends the caller's session and invalidates its token. */
export const signOut: Handler<typeof contract> = async ({ caller }, { db }) => {
  await inTransaction(db, async (manager) => {
    await execute(manager, 'UPDATE sessions SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL', [
      caller.sessionId,
    ]);
    publishChange(manager, caller.id);
  });
  return { message: 'You are signed out.' };
};
