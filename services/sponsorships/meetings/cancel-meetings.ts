import type { EntityManager } from 'typeorm';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { notifyOfMeeting } from '../sponsorships.jobs.ts';

/**
 * Cancels the meetings about a request that are not over, or only this sponsor's, and promises the word of it to
 * both sides, who each hear of it once. To be called in the transaction that gives the reason: a withdrawn request
 * has no meetings. Answers how many there were.
 */
export async function cancelMeetings(
  manager: EntityManager,
  requestId: string,
  sponsorId: string | null = null,
): Promise<number> {
  const cancelled: { id: string; revision: number; isKnown: boolean }[] = await manager.query(
    `WITH cancelled AS (
       UPDATE meetings SET cancelled_at = now(), revision = revision + 1,
         told_revision = CASE WHEN told_revision IS NOT NULL THEN revision + 1 END
       WHERE request_id = $1 AND sponsor_id = coalesce($2, sponsor_id) AND cancelled_at IS NULL AND ends_at > now()
       RETURNING id, revision, told_revision IS NOT NULL AS known
     ) SELECT id, revision, known AS "isKnown" FROM cancelled`,
    [requestId, sponsorId],
  );
  for (const { id: meetingId, revision, isKnown } of cancelled) {
    // Who was never invited need not be told.
    if (isKnown) await enqueue(manager, notifyOfMeeting, { meetingId, revision });
  }
  return cancelled.length;
}
