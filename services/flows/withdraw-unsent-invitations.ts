import { type EntityManager, In } from 'typeorm';
import { cancelMeetingsWithoutAccess } from '#services/meetings/cancel-meetings.ts';
import { execute, rows } from '#services/platform/database/sql.ts';
import { publishRequestChange } from '#services/requests/publish-request-change.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';

/**
 * Removes the unsent invitations of a learner's requests, in the transaction in which the owner of the address takes the account
 * from the person who may have filed them. A public request without invitations left is public only. Returns their number.
 */
export async function withdrawUnsentInvitations(manager: EntityManager, learnerId: string): Promise<number> {
  const withdrawn = await rows<{ requestId: string }>(
    manager,
    `DELETE FROM request_recipients invited USING requests r
     WHERE r.id = invited.request_id AND r.learner_id = $1 AND invited.invited_at IS NULL
     RETURNING r.id AS "requestId"`,
    [learnerId],
  );
  if (withdrawn.length === 0) return 0;
  const ids = withdrawn.map(({ requestId }) => requestId);
  await execute(
    manager,
    `UPDATE requests r SET is_private = false WHERE r.id = ANY($1::uuid[]) AND r.is_public
       AND NOT EXISTS (SELECT 1 FROM request_recipients invited WHERE invited.request_id = r.id)`,
    [ids],
  );
  for (const request of await manager.findBy(HelpRequestEntity, { id: In(ids) })) {
    await cancelMeetingsWithoutAccess(manager, request.id);
    await publishRequestChange(manager, request);
  }
  return withdrawn.length;
}
