import type { DataSource, EntityManager } from 'typeorm';
import { openCondition } from './outbox.entity.ts';

/** Returns the payload of an outbox row and whether it is open; `undefined` when the row was deleted. */
export async function readRow(
  db: DataSource,
  id: string,
): Promise<{ payload: unknown; isOpen: boolean } | undefined> {
  const rows: { payload: unknown; isOpen: boolean }[] = await db.query(
    `SELECT payload, (${openCondition}) AS "isOpen" FROM outbox WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** Takes the row lock until the end of the transaction. Returns whether the row is still open. */
export async function lockOpenRow(manager: EntityManager, id: string): Promise<boolean> {
  const rows: unknown[] = await manager.query(
    `SELECT 1 FROM outbox WHERE id = $1 AND ${openCondition} FOR UPDATE`,
    [id],
  );
  return rows.length > 0;
}

/** Marks an open row as done; does nothing when it is closed already. */
export async function closeRow(manager: EntityManager, id: string): Promise<void> {
  await manager.query(`UPDATE outbox SET closed_at = now() WHERE id = $1 AND ${openCondition}`, [id]);
}

/**
 * Records why an attempt failed. A final failure makes the row a dead letter: the relay ignores it until an operator
 * retries or discards it. Returns false when the row was closed meanwhile.
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
       WHERE id = $1 AND ${openCondition} RETURNING 1
     ) SELECT 1 FROM noted`,
    [id, reason, isFinal],
  );
  return rows.length > 0;
}
