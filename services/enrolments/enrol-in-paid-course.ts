import type { EntityManager } from 'typeorm';
import { execute } from '#services/platform/database/sql.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';

/**
 * Adds the course of a paid request to its learner's dashboard. Links a saved course that is not completed to the
 * request; otherwise, as for a second request for the same link, inserts another enrolment.
 */
export async function enrolInPaidCourse(manager: EntityManager, request: HelpRequest): Promise<void> {
  await execute(
    manager,
    `WITH linked AS (
       UPDATE enrolments SET request_id = $2
       WHERE user_id = $1 AND link = $5 AND request_id IS NULL AND status = 'in-progress' RETURNING 1
     )
     INSERT INTO enrolments (user_id, request_id, title, description, link)
     SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT 1 FROM linked)
     ON CONFLICT (request_id) DO NOTHING`,
    [request.learnerId, request.id, request.courseTitle, `A course on ${request.platform}.`, request.link],
  );
}
