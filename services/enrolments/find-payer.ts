import type { EntityManager } from 'typeorm';

/** Returns the id of the sponsor of a request's approved payment; undefined without one. */
export async function findPayer(manager: EntityManager, requestId: string): Promise<string | undefined> {
  const rows: { id: string }[] = await manager.query(
    `SELECT payer_id AS id FROM payments WHERE request_id = $1 AND status = 'approved'`,
    [requestId],
  );
  return rows[0]?.id;
}
