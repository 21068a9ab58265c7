import type pg from 'pg';
import type { ListedCourse } from '#contracts/page-locals.ts';

/** So many courses are named in the sitemap; the others are found from page to page. */
const most = 5_000;

/** Courses for the sitemap, always the same ones. */
export async function listCourses(pool: pg.Pool): Promise<ListedCourse[]> {
  const { rows } = await pool.query<ListedCourse>({
    name: 'list-courses',
    text: `SELECT slug, checked_on::text AS "checkedOn" FROM courses ORDER BY id LIMIT ${most}`,
  });
  return rows;
}
