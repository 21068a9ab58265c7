import type { JobSubject } from '#contracts/desk/desk-queues.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';

/** SQL: the id in the payload of a job; the UUIDs of different tables are different, so one of the joins finds its row. */
const payloadId = ['refundId', 'disputeId', 'requestId', 'userId', 'meetingId', 'id']
  .map((name) => `o.payload->>'${name}'`)
  .join(', ');

/**
 * SQL: joins payment `p`, request `r`, person `u` and the oldest open case `c` that a job `o` is about, by the ids and references of
 * its payload. Incidents are about jobs themselves.
 */
export const jobSubjectJoins = `
  CROSS JOIN LATERAL (SELECT CASE WHEN t.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN t.id::uuid END AS id
    FROM (SELECT coalesce(${payloadId}) AS id) t) x
  LEFT JOIN payments named ON named.reference = o.payload->>'reference'
  LEFT JOIN refunds f ON f.id = x.id
  LEFT JOIN disputes d ON d.id = x.id
  LEFT JOIN disputes reported ON reported.provider_id = o.payload->>'providerId'
  LEFT JOIN purchases b ON b.id = x.id
  LEFT JOIN meetings m ON m.id = x.id
  LEFT JOIN payments p ON p.id = coalesce(named.id, f.payment_id, d.payment_id, reported.payment_id, b.payment_id, x.id)
  LEFT JOIN requests r ON r.id = coalesce(p.request_id, m.request_id, x.id)
  LEFT JOIN users u ON u.id = coalesce(p.payer_id, m.sponsor_id, r.learner_id, x.id)
  LEFT JOIN LATERAL (SELECT c.id, c.summary FROM cases c
    WHERE c.status <> 'closed' AND (c.subject_type, c.subject_id) IN (
      ('payment', p.id::text), ('request', r.id::text), ('refund', f.id::text), ('dispute', d.id::text),
      ('purchase', (SELECT bought.id::text FROM purchases bought WHERE bought.payment_id = p.id LIMIT 1)),
      ('user', CASE WHEN r.id IS NULL THEN u.id::text END))
    ORDER BY c.created_at, c.id LIMIT 1) c ON true`;

/** Returns what jobs are about, by the id of the job; nothing for those whose payload names none of it. */
export async function findJobSubjects(
  client: SqlClient,
  ids: readonly string[],
): Promise<Map<string, JobSubject>> {
  if (ids.length === 0) return new Map();
  const subjects = await rows<JobSubject & { jobId: string }>(
    client,
    `SELECT o.id AS "jobId", r.course_title AS "courseTitle",
       CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('id', p.id, 'reference', p.reference) END AS payment,
       CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('id', c.id, 'summary', c.summary) END AS "case",
       CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('id', u.id, 'name', u.full_name) END AS person
     FROM outbox o ${jobSubjectJoins}
     WHERE o.id = ANY ($1) AND coalesce(p.id, r.id, u.id) IS NOT NULL`,
    [ids],
  );
  return new Map(subjects.map(({ jobId, ...subject }) => [jobId, subject]));
}
