import { row, type SqlClient } from '#services/platform/database/sql.ts';

/** Returns the id of the open case of a dispute. */
export async function caseOfDispute(client: SqlClient, disputeId: string): Promise<string> {
  const open = await row<{ id: string }>(
    client,
    `SELECT c.id FROM cases c JOIN disputes d ON c.subject_id = d.payment_id::text
     WHERE d.id = $1 AND c.kind = 'dispute' AND c.status <> 'closed'`,
    [disputeId],
  );
  if (!open) throw new Error(`The dispute ${disputeId} has no open case`);
  return open.id;
}
