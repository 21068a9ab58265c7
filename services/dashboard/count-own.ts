import type { DataSource } from 'typeorm';
import type * as z from 'zod/mini';
import type { LearnerDashboardSchema } from '#contracts/dashboard.ts';

type Counts = Pick<z.output<typeof LearnerDashboardSchema>, 'counters' | 'totalRequests'>;

/**
 * A learner's four counters, over everything and not only what is shown. Pending means not paid and still asked
 * for; enrolled counts every course on the dashboard, finished or not.
 */
export async function countOwn(db: DataSource, learnerId: string): Promise<Counts> {
  const [row]: (Counts['counters'] & { total: number })[] = await db.query(
    `SELECT * FROM
      (SELECT count(*)::int AS total,
         count(*) FILTER (WHERE status IN ('pending', 'reserved'))::int AS pending,
         count(*) FILTER (WHERE status IN ('paid', 'enrolled', 'completed'))::int AS paid
       FROM requests WHERE learner_id = $1) r,
      (SELECT count(*)::int AS enrolled, count(*) FILTER (WHERE status = 'completed')::int AS completed
       FROM enrolments WHERE user_id = $1) e`,
    [learnerId],
  );
  if (!row) throw new Error('PostgreSQL counted nothing');
  const { total: totalRequests, ...counters } = row;
  return { counters, totalRequests };
}
