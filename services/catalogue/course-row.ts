import type pg from 'pg';
import type { CatalogueCourse, CourseDetails } from '#contracts/catalogue/catalogue.ts';
import { toMajor } from '#contracts/money.ts';
import { row } from '#services/platform/database/sql.ts';

/** SQL list of the course columns that are selected into JSON; see {@link CourseRow}. */
export const courseColumns = `c.id, c.slug, c.title, c.description, c.url, c.status, c.access, c.price_minor, c.currency,
  c.level, c.platform, c.tags, c.rating, c.checked_on`;

/** A row with {@link courseColumns}. */
export interface CourseRow
  extends Pick<
    CatalogueCourse,
    'slug' | 'title' | 'description' | 'url' | 'status' | 'access' | 'level' | 'platform' | 'tags'
  > {
  id: string;
  price_minor: number | null;
  currency: string | null;
  rating: number | null;
  checked_on: string | null;
}

/** Converts a database row into the course of the API contract, with the price in major units. */
export function presentCourse(row: CourseRow): CatalogueCourse {
  const { id, price_minor, currency, rating, checked_on, ...same } = row;
  return {
    ...same,
    _id: id,
    price: price_minor === null ? null : toMajor(price_minor),
    priceUnit: currency,
    ratings: rating,
    checkedOn: checked_on,
  };
}

/** Returns the course with this slug; undefined when there is none, or an operator hid it. */
export async function findCourse(pool: pg.Pool, slug: string): Promise<CourseDetails | undefined> {
  const course = await row<{ row: CourseRow & Pick<CourseDetails, 'language' | 'duration'> }>(
    pool,
    `SELECT to_json(row) AS row FROM (
      SELECT ${courseColumns}, c.language, c.duration FROM courses c WHERE slug = $1 AND hidden_at IS NULL) AS row`,
    [slug],
  );
  if (!course) return undefined;
  const { language, duration } = course.row;
  return { ...presentCourse(course.row), language, duration };
}
