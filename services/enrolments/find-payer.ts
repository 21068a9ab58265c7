import type { EntityManager } from 'typeorm';
import { row } from '#services/platform/database/sql.ts';

/** Returns the id of the sponsor of a request, whose payment is in `sponsoring_payments`; undefined without one. */
export async function findPayer(manager: EntityManager, requestId: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    manager,
    'SELECT payer_id AS id FROM sponsoring_payments WHERE request_id = $1',
    [requestId],
  );
  return found?.id;
}
