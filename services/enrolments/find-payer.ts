import type { EntityManager } from 'typeorm';
import { row } from '#services/platform/database/sql.ts';

/** Returns the id of the sponsor of a request's approved payment; undefined without one. */
export async function findPayer(manager: EntityManager, requestId: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    manager,
    `SELECT payer_id AS id FROM payments WHERE request_id = $1 AND status = 'approved'`,
    [requestId],
  );
  return found?.id;
}
