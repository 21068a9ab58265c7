import type { DataSource, EntityManager } from 'typeorm';
import { execute, row, rows } from '#services/platform/database/sql.ts';
import { openCondition } from './outbox.entity.ts';

/** Returns the payload of an outbox row and whether it is open; `undefined` when the row was deleted. */
export async function readRow(
  db: DataSource,
  id: string,
): Promise<{ payload: unknown; isOpen: boolean } | undefined> {
  const found = await row<{ payload: unknown; isOpen: boolean }>(
    db,
    `SELECT payload, (${openCondition}) AS "isOpen" FROM outbox WHERE id = $1`,
    [id],
  );
  return found;
}

/** Takes the row lock until the end of the transaction. Returns whether the row is still open. */
export async function lockOpenRow(manager: EntityManager, id: string): Promise<boolean> {
  const found = await rows(manager, `SELECT 1 FROM outbox WHERE id = $1 AND ${openCondition} FOR UPDATE`, [
    id,
  ]);
  return found.length > 0;
}

/** Marks an open row as done; does nothing when it is closed already. */
export async function closeRow(manager: EntityManager, id: string): Promise<void> {
  await execute(manager, `UPDATE outbox SET closed_at = now() WHERE id = $1 AND ${openCondition}`, [id]);
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
  const recorded = await execute(
    db,
    `UPDATE outbox SET last_error = $2, failed_at = CASE WHEN $3 THEN now() END WHERE id = $1 AND ${openCondition}`,
    [id, reason, isFinal],
  );
  return recorded > 0;
}
