import type { EntityManager } from 'typeorm';
import type { HelpRequest } from '#services/requests/request.entity.ts';

/**
 * Puts the course of a paid request on its learner's dashboard. One saved there before is tied to the request, unless
 * it is finished already: then, as with a second request for the same link, the course stands there once more.
 */
export async function enrolInPaidCourse(manager: EntityManager, request: HelpRequest): Promise<void> {
  await manager.query(
    `WITH tied AS (
       UPDATE enrolments SET request_id = $2
       WHERE user_id = $1 AND link = $5 AND request_id IS NULL AND status = 'in-progress' RETURNING 1
     )
     INSERT INTO enrolments (user_id, request_id, title, description, link)
     SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT 1 FROM tied)
     ON CONFLICT (request_id) DO NOTHING`,
    [request.learnerId, request.id, request.courseTitle, `A course on ${request.platform}.`, request.link],
  );
}
