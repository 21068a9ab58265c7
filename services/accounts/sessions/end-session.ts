import type { endSession as contract } from '#contracts/accounts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { execute } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { notFound } from '#services/platform/errors.ts';

/** Ends one of the caller's sessions. */
export const endSession: Handler<typeof contract> = async ({ params, caller }, { db }) => {
  const ended = await inTransaction(db, (manager) => {
    publishChange(manager, caller.id);
    return execute(
      manager,
      'UPDATE sessions SET revoked_at = now() WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL',
      [params.id, caller.id],
    );
  });
  if (ended === 0) throw notFound('This session has already ended.');
  return { message: 'That device is signed out.' };
};
