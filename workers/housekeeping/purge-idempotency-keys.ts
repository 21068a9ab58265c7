import { execute } from '#services/platform/database/sql.ts';
import type { Handler } from '../runtime/handler.ts';

/** Deletes idempotency keys that were used more than 24 hours ago; a later repetition runs again. */
export const purgeIdempotencyKeys: Handler<object> = async (_payload, { deps: { db, log } }) => {
  const removed = await execute(
    db,
    "DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'",
  );
  log.info({ removed }, 'Purged the idempotency keys');
};
