import type { DataSource } from 'typeorm';
import type { DashboardCourse } from '#contracts/dashboard/dashboard.ts';
import { rows } from '#services/platform/database/sql.ts';
import type { Caller } from '#services/platform/http/route.ts';

interface Row extends Omit<DashboardCourse, 'completedAt'> {
  completedAt: Date | null;
}

/**
 * Returns the courses on a person's dashboard: those being arranged first, because they form a section of their own,
 * then the newest. Returns of a certificate only whether it exists.
 */
export async function findDashboardCourses(
  db: DataSource,
  { id: userId, role }: Pick<Caller, 'id' | 'role'>,
  most: number,
): Promise<DashboardCourse[]> {
  const found = await rows<Row>(
    db,
    `SELECT e.id AS "_id", e.title, e.description, e.link,
       CASE WHEN r.status = 'paid' AND e.status = 'in-progress' THEN 'being-arranged' ELSE e.status END AS status,
       e.completed_at AS "completedAt",
       c.enrolment_id IS NOT NULL AS "completionCertificate",
       coalesce(c.is_shared, false) AS "isCertificateShared",
       EXISTS (SELECT 1 FROM sponsoring_payments p WHERE p.request_id = e.request_id)
         AS "isSponsored",
       $3 AND e.request_id IS NULL AND e.status = 'in-progress' AND e.link NOT IN (
         SELECT link FROM requests WHERE learner_id = $1 AND status IN ('pending', 'reserved')
       ) AS "canAskSponsor"
     FROM enrolments e LEFT JOIN certificates c ON c.enrolment_id = e.id
       LEFT JOIN requests r ON r.id = e.request_id
     WHERE e.user_id = $1
     ORDER BY (r.status = 'paid' AND e.status = 'in-progress') IS TRUE DESC, e.created_at DESC, e.id LIMIT $2`,
    [userId, most, role === 'learner'],
  );
  return found.map((row) => ({ ...row, completedAt: row.completedAt?.toISOString() ?? null }));
}
