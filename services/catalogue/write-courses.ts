import type { CourseRow } from '#contracts/catalogue-import.ts';
import { toMinor } from '#contracts/money.ts';
import { row, type SqlClient } from '#services/platform/database/sql.ts';

const upsert = `
  WITH written AS (INSERT INTO courses AS c (title, description, platform, url, level, status, access, price_minor, currency, tags,
    rating, language, duration, checked_on, slug)
  SELECT title, description, platform, url, level, status, access, "priceMinor", currency, tags, rating, language, duration,
    "checkedOn", course_slug(title, platform, url)
  FROM json_to_recordset($1) AS given (title text, description text, platform text, url text, level text, status text, access text,
    "priceMinor" bigint, currency text, tags text[], rating real, language text, duration text, "checkedOn" date)
  ON CONFLICT (platform, url) DO UPDATE SET title = excluded.title, description = excluded.description,
    level = excluded.level, status = excluded.status, access = excluded.access,
    price_minor = excluded.price_minor,
    currency = excluded.currency, tags = excluded.tags, rating = excluded.rating, language = excluded.language,
    duration = excluded.duration, checked_on = excluded.checked_on
  WHERE (c.title, c.description, c.level, c.status, c.access, c.price_minor, c.currency, c.tags, c.rating, c.language,
    c.duration, c.checked_on) IS DISTINCT FROM (excluded.title, excluded.description, excluded.level,
    excluded.status, excluded.access, excluded.price_minor, excluded.currency, excluded.tags, excluded.rating, excluded.language,
    excluded.duration, excluded.checked_on)
  RETURNING c.xmax = 0 AS is_new)
  SELECT count(*) FILTER (WHERE is_new)::int AS added, count(*) FILTER (WHERE NOT is_new)::int AS changed FROM written`;

/** Number of courses by outcome of an upsert; each course is counted once. */
export interface WrittenCourses {
  added: number;
  changed: number;
  unchanged: number;
}

/**
 * Upserts courses by platform and URL in one statement; unchanged courses are not written. Of two with the same URL
 * the later one is used. In the SQL, `xmax = 0` identifies inserted rows.
 */
export async function writeCourses(db: SqlClient, given: Iterable<CourseRow>): Promise<WrittenCourses> {
  const courses = new Map<string, object>();
  for (const { price, priceUnit, ...course } of given) {
    const cost = price === undefined ? {} : { priceMinor: toMinor(price), currency: priceUnit };
    courses.set(`${course.platform} ${course.url}`, { ...course, ...cost });
  }
  const counts = await row<Pick<WrittenCourses, 'added' | 'changed'>>(db, upsert, [
    JSON.stringify([...courses.values()]),
  ]);
  if (!counts) throw new Error('PostgreSQL counted nothing');
  return { ...counts, unchanged: courses.size - counts.added - counts.changed };
}
