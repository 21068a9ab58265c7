import type { EntityManager } from 'typeorm';
import type { GuardianLink } from '#contracts/accounts/guardians.ts';
import { hasContactData } from '#services/accounts/names.ts';
import { rows } from '#services/platform/database/sql.ts';

/**
 * Returns what a learner under 18 asks for now, for the guardian. A course that contains a link, an address or a number is null: the
 * learner chose whose address the guardian's is, and it would be a message to a stranger in our name.
 */
export async function findGuardedRequests(
  manager: EntityManager,
  learnerId: string,
): Promise<GuardianLink['requests']> {
  const open = await rows<{ course: string; isPublic: boolean; isPrivate: boolean }>(
    manager,
    `SELECT course_title || ' on ' || platform AS course, is_public AS "isPublic", is_private AS "isPrivate"
     FROM requests r WHERE learner_id = $1 AND status IN ('pending', 'reserved') ORDER BY created_at, id LIMIT 20`,
    [learnerId],
  );
  return open.map(({ course, ...shown }) => ({ course: hasContactData(course) ? null : course, ...shown }));
}
