import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { CourseQuerySchema, resultCap } from '#contracts/catalogue/catalogue.ts';
import type * as contracts from '#contracts/desk/desk-catalogue.ts';
import type { DeskCourse } from '#contracts/desk/desk-catalogue.ts';
import { toMajor } from '#contracts/money.ts';
import { findCourses } from '#services/catalogue/find-courses.ts';
import { canCheck } from '#services/catalogue/links/check-link.ts';
import { parseQuery } from '#services/catalogue/parse-query.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { notFound } from '#services/platform/errors.ts';
import { isoTimes } from '#services/platform/iso-times.ts';

/** SQL list of what the desk shows of a course `c` with the check of its link `k`; see {@link deskCourseTables}. */
const deskCourseColumns = `c.id, c.slug, c.title, c.platform, c.url, c.access, c.status,
  c.price_minor::float8 AS "priceMinor", c.currency, c.hidden_reason AS "hiddenReason",
  c.corrected_fields AS "correctedFields", k.checked_at AS "checkedAt", k.is_dead AS "isDead", k.problem,
  k.dead_since AS "deadSince"`;

/** SQL of the tables of {@link deskCourseColumns}. A check of a link that was corrected since does not count. */
const deskCourseTables = 'courses c LEFT JOIN course_link_checks k ON k.course_id = c.id AND k.url = c.url';

/** A row with {@link deskCourseColumns}. */
interface DeskCourseRow extends Omit<DeskCourse, 'price' | 'priceUnit' | 'link'> {
  priceMinor: number | null;
  currency: string | null;
  checkedAt: Date | null;
  isDead: boolean | null;
  problem: string | null;
  deadSince: Date | null;
}

/** Converts a row into the course of the contract, with the price in major units. */
function presentDeskCourse(row: DeskCourseRow): DeskCourse {
  const { priceMinor, currency, checkedAt, isDead, problem, deadSince, ...same } = row;
  return {
    ...same,
    price: priceMinor === null ? null : toMajor(priceMinor),
    priceUnit: currency,
    link: checkedAt && isoTimes({ checkedAt, isDead: isDead ?? false, problem, deadSince }),
  };
}

const conditions: Record<(typeof contracts.deskCourseFilters)[number], string> = {
  all: 'true',
  hidden: 'c.hidden_at IS NOT NULL',
  corrected: `c.corrected_fields <> '{}'`,
  dead: 'k.is_dead',
};
const maxHistory = 100;

/**
 * Returns a page of courses, hidden ones included: by the words of the catalogue's search or by their link. Filters
 * compare the words with title, platform and link, because they read only the few courses that an index has for them.
 */
export const findDeskCourses: Handler<typeof contracts.findDeskCourses> = async ({ query }, deps) => {
  const page = query.show === 'all' && query.search ? searchAll(deps, query) : listFiltered(deps.db, query);
  const { courses, hasMore } = await page;
  return {
    message: 'The courses.',
    data: {
      courses: courses.map(presentDeskCourse),
      currentPage: query.page,
      hasMore,
      areLinksChecked: deps.config.linkCheckHosts.length > 0,
    },
  };
};

type DeskQuery = Parameters<Handler<typeof contracts.findDeskCourses>>[0]['query'];
interface DeskPage {
  courses: DeskCourseRow[];
  hasMore: boolean;
}

async function listFiltered(db: DataSource, query: DeskQuery): Promise<DeskPage> {
  const words = (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const courses = await rows<DeskCourseRow>(
    db,
    `SELECT ${deskCourseColumns} FROM ${deskCourseTables}
     WHERE ${conditions[query.show]} AND NOT EXISTS (SELECT FROM unnest($1::text[]) AS word
       WHERE position(word IN lower(concat_ws(' ', c.title, c.platform, c.url))) = 0)
     ORDER BY ${query.show === 'dead' ? 'k.dead_since, c.id' : 'c.id'} LIMIT $2 OFFSET $3`,
    [words, query.limit + 1, (query.page - 1) * query.limit],
  );
  return { courses: courses.slice(0, query.limit), hasMore: courses.length > query.limit };
}

// The first page begins with courses that the search does not find: hidden ones, and the one with this link.
async function searchAll({ db, search }: Pick<Deps, 'db' | 'search'>, query: DeskQuery): Promise<DeskPage> {
  const { search: text = '', page, limit } = query;
  const shown = await findShown(search, { text, page, limit });
  if (page > 1) return { ...shown, courses: await readCourses(db, shown.ids) };
  const hidden = await listFiltered(db, { ...query, show: 'hidden' });
  const ids = new Set([...(await findByLink(search, text)), ...shown.ids]);
  const courses = [...hidden.courses, ...(await readCourses(db, [...ids]))];
  const unique = new Map(courses.map((course) => [course.id, course]));
  return { courses: [...unique.values()], hasMore: shown.hasMore };
}

/**
 * Returns courses by the words of the catalogue's search, their link or their id, hidden ones included; those with exactly
 * this title come first.
 */
export async function findCoursesByText(
  deps: Pick<Deps, 'db' | 'search'>,
  text: string,
  id: string | undefined,
  limit: number,
): Promise<{ id: string; title: string; platform: string; hiddenReason: string | null }[]> {
  if (id) return readCourses(deps.db, [id]);
  const { courses } = await searchAll(deps, { search: text, show: 'all', page: 1, limit });
  const isOther = ({ title }: DeskCourseRow) => Number(title.toLowerCase() !== text.toLowerCase());
  return courses.toSorted((a, b) => isOther(a) - isOther(b)).slice(0, limit);
}

async function findShown(
  search: pg.Pool,
  { text, page, limit }: { text: string; page: number; limit: number },
): Promise<{ ids: string[]; hasMore: boolean }> {
  const query = CourseQuerySchema.parse({ search: text, page, limit });
  const parsed = await parseQuery(search, query);
  if (parsed.words.length === 0) return { ids: [], hasMore: false };
  const { courses, total, page: shownPage } = await findCourses(search, query, parsed);
  // After the last page the search returns the last one again.
  if (shownPage < page) return { ids: [], hasMore: false };
  return { ids: courses.map(({ id }) => id), hasMore: page * limit < Math.min(total, resultCap) };
}

/** Returns the courses with this link, with or without its protocol, by the index of platform and link. */
async function findByLink(search: pg.Pool, text: string): Promise<string[]> {
  const link = text.trim();
  if (/\s/.test(link) || !/.[./]./.test(link)) return [];
  const courses = await rows<{ id: string }>(
    search,
    `WITH RECURSIVE platforms AS (
       SELECT min(platform) AS platform FROM courses
       UNION ALL SELECT (SELECT min(c.platform) FROM courses c WHERE c.platform > p.platform) FROM platforms p
       WHERE p.platform IS NOT NULL)
     SELECT c.id FROM platforms p JOIN courses c ON c.platform = p.platform AND c.url = ANY ($1)`,
    [[link, `https://${link}`, `http://${link}`]],
  );
  return courses.map(({ id }) => id);
}

async function readCourses(db: DataSource, ids: string[]): Promise<DeskCourseRow[]> {
  if (ids.length === 0) return [];
  return rows<DeskCourseRow>(
    db,
    `SELECT ${deskCourseColumns} FROM ${deskCourseTables} WHERE c.id = ANY ($1)
     ORDER BY array_position($1::uuid[], c.id)`,
    [ids],
  );
}

/** Returns a course with what operators did to it. @throws HttpError 404 */
export const getDeskCourse: Handler<typeof contracts.getDeskCourse> = async ({ params }, { db, config }) => {
  const text = `SELECT ${deskCourseColumns} FROM ${deskCourseTables} WHERE c.id = $1`;
  const course = await row<DeskCourseRow>(db, text, [params.id]);
  if (!course) throw notFound('There is no such course.');
  const history = await rows<{ at: Date; actor: string | null; action: string; reason: string }>(
    db,
    `SELECT a.created_at AS at, u.full_name AS actor, a.action, a.reason FROM audit_entries a
     LEFT JOIN users u ON u.id = a.actor_id WHERE a.subject = 'course:' || $1::text
     ORDER BY a.created_at DESC, a.id LIMIT ${maxHistory}`,
    [params.id],
  );
  return {
    message: course.title,
    data: {
      course: presentDeskCourse(course),
      canCheckLink: canCheck(course.url, config.linkCheckHosts),
      history: history.map(isoTimes),
    },
  };
};
