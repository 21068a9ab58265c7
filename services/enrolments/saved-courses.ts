import type * as contracts from '#contracts/catalogue/catalogue.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { Reply } from '#services/platform/http/route.ts';

/** Adds a course to the caller's dashboard, once per link: saving it again responds with 200 and changes nothing. */
export const saveCourse: Handler<typeof contracts.saveCourse> = async ({ caller, body }, { db }) => {
  // DO UPDATE instead of DO NOTHING, so that RETURNING gives an existing row too; xmax is 0 for an inserted one.
  const saved = await inTransaction(db, async (manager) => {
    const enrolment = await row<{ id: string; is_new: boolean }>(
      manager,
      `WITH found AS (SELECT id FROM enrolments WHERE user_id = $1 AND link = $4 LIMIT 1), saved AS (
         INSERT INTO enrolments (user_id, title, description, link)
         SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM found)
         ON CONFLICT (user_id, link) WHERE request_id IS NULL DO UPDATE SET link = excluded.link
         RETURNING id, xmax = 0 AS is_new
       )
       SELECT id, is_new FROM saved UNION ALL SELECT id, false FROM found`,
      [caller.id, body.title, body.description, body.link],
    );
    publishChange(manager, caller.id);
    return enrolment;
  });
  if (!saved) throw new Error('PostgreSQL saved nothing');
  const data = { _id: saved.id };
  return saved.is_new
    ? { message: 'Course added to your dashboard.', data }
    : new Reply(200, { message: 'This course is already on your dashboard.', data });
};

/** Returns which of the given courses are on the caller's dashboard. */
export const findSavedCourses: Handler<typeof contracts.findSavedCourses> = async (
  { caller, query },
  { db },
) => {
  const saved = await rows<{ id: string }>(
    db,
    `SELECT c.id FROM courses c JOIN enrolments e ON e.link = c.url
     WHERE e.user_id = $1 AND c.id = ANY ($2::uuid[])`,
    [caller.id, query.ids],
  );
  return { message: 'Your saved courses.', data: saved.map(({ id }) => id) };
};
