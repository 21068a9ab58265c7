import type { EntityManager } from 'typeorm';
import type { HelpRequest } from '#services/requests/request.entity.ts';

/** Puts the course of a paid request on its learner's dashboard; one saved there before is tied to the request. */
export async function enrolInPaidCourse(manager: EntityManager, request: HelpRequest): Promise<void> {
  await manager.query(
    `INSERT INTO enrolments (user_id, request_id, title, description, link) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, link) DO UPDATE SET request_id = coalesce(enrolments.request_id, excluded.request_id)`,
    [request.learnerId, request.id, request.courseTitle, `A course on ${request.platform}.`, request.link],
  );
}
