import type pg from 'pg';
import type { ListedCourse } from '#contracts/page-locals.ts';

/** Maximum number of courses in the sitemap; crawlers reach the others through pagination and related courses. */
const maxListed = 5_000;

/** Returns the courses of the sitemap, in a stable order. */
export async function listCourses(pool: pg.Pool): Promise<ListedCourse[]> {
  const { rows } = await pool.query<ListedCourse>({
    name: 'list-courses',
    text: `SELECT slug, checked_on::text AS "checkedOn" FROM courses ORDER BY id LIMIT ${maxListed}`,
  });
  return rows;
}
