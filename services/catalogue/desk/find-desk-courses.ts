import type * as contracts from '#contracts/desk-catalogue.ts';
import type { Handler } from '#services/deps.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { notFound } from '#services/platform/errors.ts';
import { canCheck } from '../links/can-check.ts';
import { type DeskCourseRow, deskCourseColumns, deskCourseTables, presentDeskCourse } from './desk-course.ts';

const conditions: Record<(typeof contracts.deskCourseFilters)[number], string> = {
  all: 'true',
  hidden: 'c.hidden_at IS NOT NULL',
  corrected: `c.corrected_fields <> '{}'`,
  dead: 'k.is_dead',
};
const maxHistory = 100;

/** Returns a page of courses whose title, platform or link contains every word of the search, hidden ones included. */
export const findDeskCourses: Handler<typeof contracts.findDeskCourses> = async (
  { query },
  { db, config },
) => {
  const words = (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const found = await rows<DeskCourseRow>(
    db,
    `SELECT ${deskCourseColumns} FROM ${deskCourseTables}
     WHERE ${conditions[query.show]} AND NOT EXISTS (SELECT FROM unnest($1::text[]) AS word
       WHERE position(word IN lower(concat_ws(' ', c.title, c.platform, c.url))) = 0)
     ORDER BY ${query.show === 'dead' ? 'k.dead_since, c.id' : 'c.id'} LIMIT $2 OFFSET $3`,
    [words, query.limit + 1, (query.page - 1) * query.limit],
  );
  return {
    message: 'The courses.',
    data: {
      courses: found.slice(0, query.limit).map(presentDeskCourse),
      currentPage: query.page,
      hasMore: found.length > query.limit,
      areLinksChecked: config.linkCheckHosts.length > 0,
    },
  };
};

/** Returns a course with what operators did to it. @throws HttpError 404 */
export const getDeskCourse: Handler<typeof contracts.getDeskCourse> = async ({ params }, { db, config }) => {
  const found = await row<DeskCourseRow>(
    db,
    `SELECT ${deskCourseColumns} FROM ${deskCourseTables} WHERE c.id = $1`,
    [params.id],
  );
  if (!found) throw notFound('There is no such course.');
  const history = await rows<{ at: Date; actor: string | null; action: string; reason: string }>(
    db,
    `SELECT a.created_at AS at, u.full_name AS actor, a.action, a.reason FROM audit_entries a
     LEFT JOIN users u ON u.id = a.actor_id WHERE a.subject = 'course:' || $1::text
     ORDER BY a.created_at DESC, a.id LIMIT ${maxHistory}`,
    [params.id],
  );
  return {
    message: found.title,
    data: {
      course: presentDeskCourse(found),
      canCheckLink: canCheck(found.url, config.linkCheckHosts),
      history: history.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    },
  };
};
