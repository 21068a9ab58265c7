import type { findSavedCourses as contract } from '#contracts/catalogue/catalogue.ts';
import type { Handler } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';

/** Returns which of the given courses are on the caller's dashboard. */
export const findSavedCourses: Handler<typeof contract> = async ({ caller, query }, { db }) => {
  const saved = await rows<{ id: string }>(
    db,
    `SELECT c.id FROM courses c JOIN enrolments e ON e.link = c.url
     WHERE e.user_id = $1 AND c.id = ANY ($2::uuid[])`,
    [caller.id, query.ids],
  );
  return { message: 'Your saved courses.', data: saved.map(({ id }) => id) };
};
