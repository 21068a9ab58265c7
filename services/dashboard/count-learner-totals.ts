import type { DataSource } from 'typeorm';
import type * as z from 'zod/mini';
import type { LearnerDashboardSchema } from '#contracts/dashboard/dashboard.ts';
import { row } from '#services/platform/database/sql.ts';

type Counts = Pick<z.output<typeof LearnerDashboardSchema>, 'counters' | 'totalRequests' | 'totalCourses'>;

/**
 * Returns a learner's four counters and the totals of both lists, over all rows. Pending counts requests that are open;
 * enrolled counts the courses on the dashboard, completed ones included, without those that are still being arranged.
 */
export async function countLearnerTotals(db: DataSource, learnerId: string): Promise<Counts> {
  const found = await row<Counts['counters'] & { total: number; courses: number }>(
    db,
    `SELECT * FROM
      (SELECT count(*)::int AS total,
         count(*) FILTER (WHERE status IN ('pending', 'reserved'))::int AS pending,
         count(*) FILTER (WHERE status IN ('paid', 'enrolled', 'completed'))::int AS paid
       FROM requests WHERE learner_id = $1) r,
      (SELECT count(*)::int AS courses,
         count(*) FILTER (WHERE e.status = 'completed' OR r.status IS DISTINCT FROM 'paid')::int AS enrolled,
         count(*) FILTER (WHERE e.status = 'completed')::int AS completed
       FROM enrolments e LEFT JOIN requests r ON r.id = e.request_id WHERE e.user_id = $1) c`,
    [learnerId],
  );
  if (!found) throw new Error('PostgreSQL counted nothing');
  const { total: totalRequests, courses: totalCourses, ...counters } = found;
  return { counters, totalRequests, totalCourses };
}
