import type { DataSource, EntityManager } from 'typeorm';
import { execute, rows } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import type { ObjectStore } from './object-store.ts';

const batchSize = 20;

/**
 * Deletes the objects that no row refers to any more, or that an upload which did not end left behind. Returns their number.
 * Their rows are locked meanwhile: a transaction that refers to one of them late is rolled back.
 *
 * @throws FilesUnavailableError; the objects stay listed then.
 */
export async function sweepObjects(db: DataSource, objects: ObjectStore): Promise<number> {
  let removed = 0;
  for (;;) {
    const n = await inTransaction(db, (manager) => sweepBatch(manager, objects));
    removed += n;
    if (n < batchSize) return removed;
  }
}

async function sweepBatch(manager: EntityManager, objects: ObjectStore): Promise<number> {
  const due = await rows<{ key: string }>(
    manager,
    `SELECT key FROM stored_objects WHERE delete_after < now() ORDER BY delete_after LIMIT ${batchSize}
     FOR UPDATE SKIP LOCKED`,
  );
  const keys = due.map(({ key }) => key);
  await Promise.all(keys.map((key) => objects.remove(key)));
  await execute(manager, 'DELETE FROM stored_objects WHERE key = ANY($1)', [keys]);
  return keys.length;
}
