import type { DataSource } from 'typeorm';
import type { OwnReview } from '#contracts/requests/request-holds.ts';
import { rows } from '#services/platform/database/sql.ts';

/** Returns why requests are held, for their learner, by the id of the request; those without a hold are missing. */
export async function findReviews(
  db: DataSource,
  requestIds: readonly string[],
): Promise<Map<string, OwnReview>> {
  const found = await rows<OwnReview & { requestId: string }>(
    db,
    `SELECT r.id AS "requestId",
       CASE WHEN 'rejected' = ANY (r.holds) THEN 'rejected' WHEN 'review' = ANY (r.holds) THEN 'waiting'
         WHEN 'guardian' = ANY (r.holds) THEN 'guardian' ELSE 'paused' END AS state,
       CASE WHEN 'rejected' = ANY (r.holds) THEN d.reason END AS reason,
       CASE WHEN 'rejected' = ANY (r.holds) AND a.id IS NOT NULL THEN coalesce(a.outcome, 'open') END AS appeal
     FROM requests r
     LEFT JOIN LATERAL (SELECT * FROM request_decisions d WHERE d.request_id = r.id
       ORDER BY d.created_at DESC LIMIT 1) AS d ON true
     LEFT JOIN appeals a ON a.request_decision_id = d.id
     WHERE r.id = ANY ($1::uuid[]) AND r.holds <> '{}' AND r.status IN ('pending', 'reserved', 'paid')`,
    [requestIds],
  );
  return new Map(found.map(({ requestId, ...review }) => [requestId, review]));
}
