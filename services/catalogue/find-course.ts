import type pg from 'pg';
import type { CourseDetails } from '#contracts/catalogue/catalogue.ts';
import { row } from '#services/platform/database/sql.ts';
import { type CourseRow, courseColumns, presentCourse } from './course-row.ts';

type DetailsRow = CourseRow & Pick<CourseDetails, 'language' | 'duration'>;

/** Returns the course with this slug; undefined when there is none, or an operator hid it. */
export async function findCourse(pool: pg.Pool, slug: string): Promise<CourseDetails | undefined> {
  const found = await row<{ row: DetailsRow }>(
    pool,
    `SELECT to_json(row) AS row FROM (
      SELECT ${courseColumns}, c.language, c.duration FROM courses c WHERE slug = $1 AND hidden_at IS NULL) AS row`,
    [slug],
  );
  if (!found) return undefined;
  const { language, duration } = found.row;
  return { ...presentCourse(found.row), language, duration };
}
