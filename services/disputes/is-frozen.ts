import type { DataSource, EntityManager } from 'typeorm';
import { row } from '#services/platform/database/sql.ts';

/** Returns whether a payment for the request is disputed, so that its course must not be bought now. */
export async function isFrozen(client: DataSource | EntityManager, requestId: string): Promise<boolean> {
  const found = await row(
    client,
    `SELECT 1 FROM disputes d JOIN payments p ON p.id = d.payment_id
     WHERE p.request_id = $1 AND d.status <> 'resolved' LIMIT 1`,
    [requestId],
  );
  return found !== undefined;
}
