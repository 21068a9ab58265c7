import type { DataSource, EntityManager } from 'typeorm';

const isOpen = 'closed_at IS NULL AND failed_at IS NULL';

/** Reads what a delivery is about; `undefined` when the row is gone. */
export async function readRow(
  db: DataSource,
  id: string,
): Promise<{ payload: unknown; isOpen: boolean } | undefined> {
  const rows: { payload: unknown; isOpen: boolean }[] = await db.query(
    `SELECT payload, (${isOpen}) AS "isOpen" FROM outbox WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** Locks a row until the end of the transaction; answers whether there is still something to do. */
export async function lockOpenRow(manager: EntityManager, id: string): Promise<boolean> {
  const rows: unknown[] = await manager.query(`SELECT 1 FROM outbox WHERE id = $1 AND ${isOpen} FOR UPDATE`, [
    id,
  ]);
  return rows.length > 0;
}

/** Marks a row as done; one that is closed already stays as it is. */
export async function closeRow(manager: EntityManager, id: string): Promise<void> {
  await manager.query(`UPDATE outbox SET closed_at = now() WHERE id = $1 AND ${isOpen}`, [id]);
}

/**
 * Notes why an attempt failed; a final failure takes the row out of the relay's sight and leaves it to the
 * operators. Answers false when the row was closed meanwhile.
 */
export async function recordFailure(
  db: DataSource,
  id: string,
  reason: string,
  isFinal: boolean,
): Promise<boolean> {
  const rows: unknown[] = await db.query(
    `WITH noted AS (
       UPDATE outbox SET last_error = $2, failed_at = CASE WHEN $3 THEN now() END
       WHERE id = $1 AND ${isOpen} RETURNING 1
     ) SELECT 1 FROM noted`,
    [id, reason, isFinal],
  );
  return rows.length > 0;
}
