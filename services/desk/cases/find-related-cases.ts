import type { CaseDetails } from '#contracts/desk/desk.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';

const differences = `unnest(ARRAY['missing_here', 'missing_there', 'currency', 'captured', 'fees', 'returned'])`;

/** Returns the newest other cases about the same request, its payments and purchase, or the same person. */
export function findRelatedCases(
  client: SqlClient,
  caseId: string,
  { request, person }: Pick<CaseDetails, 'request' | 'person'>,
): Promise<CaseDetails['related']> {
  return rows(
    client,
    `SELECT c.id, c.kind, c.summary, c.status FROM cases c
     WHERE c.id <> $1 AND (c.subject_type, c.subject_id) IN (
       SELECT 'request', $2::text
       UNION ALL SELECT 'user', $3::text
       UNION ALL SELECT 'payment', id::text FROM payments WHERE request_id = $2::uuid
       UNION ALL SELECT 'purchase', id::text FROM purchases WHERE request_id = $2::uuid
       UNION ALL SELECT 'reconciliation', difference || ':' || reference
         FROM payments, ${differences} AS difference WHERE request_id = $2::uuid)
     ORDER BY c.created_at DESC, c.id LIMIT 20`,
    [caseId, request?.id ?? null, person?.id ?? null],
  );
}
