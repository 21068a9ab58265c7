import type pg from 'pg';

/** Writes one audit log entry per outbox id, in the caller's transaction. `reason` includes the operator's name. */
export async function recordJobAction(
  client: pg.ClientBase,
  { action, ids, reason }: { action: 'job.retry' | 'job.discard'; ids: readonly string[]; reason: string },
): Promise<void> {
  await client.query(
    `INSERT INTO audit_entries (action, subject, reason) SELECT $1, 'outbox:' || id, $3 FROM unnest($2::text[]) AS id`,
    [action, ids, reason],
  );
}
