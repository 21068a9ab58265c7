import type { CourseRow } from '#contracts/catalogue/catalogue-import.ts';
import type { CorrectableField } from '#contracts/desk/desk-catalogue.ts';
import { toMinor } from '#contracts/money.ts';
import { row, rows, type SqlClient } from '#services/platform/database/sql.ts';

/** SQL of a column after an import; corrections of operators stay. */
const unlessCorrected = (field: CorrectableField, column: string = field) =>
  `CASE WHEN '${field}' = ANY (c.corrected_fields) THEN c.${column} ELSE excluded.${column} END`;

/** The columns that an import changes in a course that exists, with their new values. */
const changes: readonly (readonly [column: string, value: string])[] = [
  ['title', unlessCorrected('title')],
  ['status', unlessCorrected('access', 'status')],
  ['access', unlessCorrected('access')],
  ['price_minor', unlessCorrected('price', 'price_minor')],
  ['currency', unlessCorrected('price', 'currency')],
  ...['description', 'level', 'tags', 'rating', 'language', 'duration', 'checked_on'].map(
    (column) => [column, `excluded.${column}`] as const,
  ),
];

/** SQL of the order in which every writer locks several courses, so that none of them can deadlock. */
export const lockOrder = 'platform COLLATE "C", url COLLATE "C"';

const upsert = `
  WITH written AS (INSERT INTO courses AS c (title, description, platform, url, level, status, access, price_minor, currency, tags,
    rating, language, duration, checked_on, slug)
  SELECT title, description, platform, url, level, status, access, "priceMinor", currency, tags, rating, language, duration,
    "checkedOn", course_slug(title, platform, url)
  FROM json_to_recordset($1) AS given (title text, description text, platform text, url text, level text, status text, access text,
    "priceMinor" bigint, currency text, tags text[], rating real, language text, duration text, "checkedOn" date)
  ORDER BY ${lockOrder}
  ON CONFLICT (platform, url) DO UPDATE SET ${changes.map(([column, value]) => `${column} = ${value}`).join(', ')}
  WHERE (${changes.map(([column]) => `c.${column}`).join(', ')})
    IS DISTINCT FROM (${changes.map(([, value]) => value).join(', ')})
  RETURNING c.xmax = 0 AS is_new)
  SELECT count(*) FILTER (WHERE is_new)::int AS added, count(*) FILTER (WHERE NOT is_new)::int AS changed FROM written`;

/** Number of courses by outcome of an upsert; each course is counted once. */
export interface WrittenCourses {
  added: number;
  changed: number;
  unchanged: number;
}

/**
 * Upserts courses by platform and URL in one statement; unchanged courses are not written, and neither are fields that an
 * operator corrected. A course whose URL was corrected is also found by its former URL. Of two with the same URL the later
 * one is used. In the SQL, `xmax = 0` identifies inserted rows.
 */
export async function writeCourses(db: SqlClient, given: Iterable<CourseRow>): Promise<WrittenCourses> {
  const named = new Map<string, CourseRow>();
  for (const course of given) named.set(keyOf(course), course);
  const corrected = await findCorrectedLinks(db, named.values());
  const courses = new Map<string, object>();
  for (const { price, priceUnit, ...course } of named.values()) {
    const cost = price === undefined ? {} : { priceMinor: toMinor(price), currency: priceUnit };
    const url = corrected.get(keyOf(course)) ?? course.url;
    courses.set(keyOf({ ...course, url }), { ...course, ...cost, url });
  }
  const counts = await row<Pick<WrittenCourses, 'added' | 'changed'>>(db, upsert, [
    JSON.stringify([...courses.values()]),
  ]);
  if (!counts) throw new Error('PostgreSQL counted nothing');
  return { ...counts, unchanged: named.size - counts.added - counts.changed };
}

type CourseKey = Pick<CourseRow, 'platform' | 'url'>;
const keyOf = ({ platform, url }: CourseKey) => `${platform} ${url}`;

/**
 * Locks the courses that these rows name until the end of the transaction, also those that are named by a former URL, in
 * the order of {@link writeCourses}; for a transaction that calls it more than once.
 */
export async function lockCourses(db: SqlClient, given: readonly CourseRow[]): Promise<void> {
  const corrected = await findCorrectedLinks(db, given);
  await rows(
    db,
    `SELECT id FROM courses WHERE (platform, url) IN (SELECT * FROM unnest($1::text[], $2::text[]))
     ORDER BY ${lockOrder} FOR UPDATE`,
    [
      given.map(({ platform }) => platform),
      given.map((course) => corrected.get(keyOf(course)) ?? course.url),
    ],
  );
}

/** Returns the present URL of courses that are named by a former one. */
async function findCorrectedLinks(db: SqlClient, given: Iterable<CourseKey>) {
  const links = await rows<CourseKey & { present: string }>(
    db,
    `SELECT f.platform, f.url, c.url AS present FROM course_former_links f JOIN courses c ON c.id = f.course_id
     WHERE f.url = ANY ($1)`,
    [[...given].map(({ url }) => url)],
  );
  return new Map(links.map((link) => [keyOf(link), link.present]));
}
