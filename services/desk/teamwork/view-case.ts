import type { viewCase as contract } from '#contracts/desk/desk-teamwork.ts';
import type { Handler } from '#services/deps.ts';
import { execute, rows } from '#services/platform/database/sql.ts';
import { notFound } from '#services/platform/errors.ts';

// Two reports of the page, which sends one every 15 s, may be lost.
const viewedSeconds = 45;

/** Stores that the caller looks at a case now, and returns the other operators who do. @throws HttpError 404 for an unknown case */
export const viewCase: Handler<typeof contract> = async ({ params, caller }, { db }) => {
  await execute(
    db,
    `DELETE FROM case_viewers WHERE (case_id, operator_id) IN (SELECT case_id, operator_id FROM case_viewers
       WHERE seen_at < now() - interval '1 minute' FOR UPDATE SKIP LOCKED)`,
  );
  const stored = await execute(
    db,
    `INSERT INTO case_viewers (case_id, operator_id) SELECT id, $2 FROM cases WHERE id = $1
     ON CONFLICT (case_id, operator_id) DO UPDATE SET seen_at = now()`,
    [params.id, caller.id],
  );
  if (stored === 0) throw notFound('There is no such case.');
  const others = await rows<{ id: string; name: string }>(
    db,
    `SELECT u.id, u.full_name AS name FROM case_viewers v JOIN users u ON u.id = v.operator_id
     WHERE v.case_id = $1 AND v.operator_id <> $2 AND v.seen_at > now() - interval '${viewedSeconds} seconds'
     ORDER BY u.full_name`,
    [params.id, caller.id],
  );
  return { message: 'The operators who look at this case.', data: { others } };
};
