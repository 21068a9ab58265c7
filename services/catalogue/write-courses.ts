import type { CourseRow } from '#contracts/catalogue-import.ts';
import { toMinor } from '#contracts/money.ts';

/** Anything that runs SQL: a client of pg or a transaction of TypeORM. */
export interface SqlRunner {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

const upsert = `
  INSERT INTO courses AS c (title, description, platform, url, level, status, price_minor, currency, tags, rating,
    language, duration, checked_on, slug)
  SELECT title, description, platform, url, level, status, "priceMinor", currency, tags, rating, language, duration,
    "checkedOn", course_slug(title, platform, url)
  FROM json_to_recordset($1) AS given (title text, description text, platform text, url text, level text, status text,
    "priceMinor" bigint, currency text, tags text[], rating real, language text, duration text, "checkedOn" date)
  ON CONFLICT (platform, url) DO UPDATE SET title = excluded.title, description = excluded.description,
    level = excluded.level, status = excluded.status, price_minor = excluded.price_minor,
    currency = excluded.currency, tags = excluded.tags, rating = excluded.rating, language = excluded.language,
    duration = excluded.duration, checked_on = excluded.checked_on
  WHERE (c.title, c.description, c.level, c.status, c.price_minor, c.currency, c.tags, c.rating, c.language,
    c.duration, c.checked_on) IS DISTINCT FROM (excluded.title, excluded.description, excluded.level,
    excluded.status, excluded.price_minor, excluded.currency, excluded.tags, excluded.rating, excluded.language,
    excluded.duration, excluded.checked_on)`;

/**
 * Writes courses in one statement: one with a known platform and link replaces what is known about it. Of two in
 * the same list the later counts. One that says what is known already is not touched.
 */
export async function writeCourses(db: SqlRunner, rows: readonly CourseRow[]): Promise<void> {
  const courses = new Map<string, object>();
  for (const { price, priceUnit, ...row } of rows) {
    const cost = price === undefined ? {} : { priceMinor: toMinor(price), currency: priceUnit };
    courses.set(`${row.platform} ${row.url}`, { ...row, ...cost });
  }
  await db.query(upsert, [JSON.stringify([...courses.values()])]);
}
