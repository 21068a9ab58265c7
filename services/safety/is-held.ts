import type { DataSource, EntityManager } from 'typeorm';
import { row } from '#services/platform/database/sql.ts';

/**
 * Returns whether a course must not be bought now, because its request is held, or its learner or payer is suspended.
 */
export async function isHeld(client: DataSource | EntityManager, paymentId: string): Promise<boolean> {
  const found = await row(
    client,
    `SELECT 1 FROM payments p JOIN requests r ON r.id = p.request_id
     WHERE p.id = $1 AND (r.holds <> '{}'
       OR EXISTS (SELECT 1 FROM suspensions s
         WHERE s.user_id IN (p.payer_id, r.learner_id) AND s.lifted_at IS NULL))`,
    [paymentId],
  );
  return found !== undefined;
}
