import { inTransaction } from '#services/platform/database/transaction.ts';
import type { TestProduct } from '../product/test-product.ts';

/** Closes every case about these subjects without the rules of the database, as was possible before they existed. */
export function closeUnseen({ db }: TestProduct, ...subjectIds: string[]): Promise<void> {
  return inTransaction(db, async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query(
      `UPDATE cases SET status = 'closed', outcome = 'x', closed_reason = 'x', closed_at = now(), waiting_on = NULL,
         waiting_until = NULL WHERE subject_id = ANY ($1)`,
      [subjectIds],
    );
  });
}
