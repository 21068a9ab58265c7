import type { EntityManager } from 'typeorm';

/** Id of the sponsor whose approved payment a request has; undefined without one. */
export async function findPayer(manager: EntityManager, requestId: string): Promise<string | undefined> {
  const rows: { id: string }[] = await manager.query(
    `SELECT payer_id AS id FROM payments WHERE request_id = $1 AND status = 'approved'`,
    [requestId],
  );
  return rows[0]?.id;
}
