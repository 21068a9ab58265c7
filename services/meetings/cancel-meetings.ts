import type { EntityManager } from 'typeorm';
import { rows } from '#services/platform/database/sql.ts';
import { listedForSponsor } from '#services/requests/visible-to-sponsor.ts';
import { enqueueMeetingNotices } from './enqueue-meeting-mails.ts';

/**
 * Cancels the open meetings about a request that have not taken place, or only this sponsor's, enqueues one notice
 * each for both sides, and returns their number. Call it in the transaction that causes it: a withdrawn request has
 * no meetings.
 */
export async function cancelMeetings(
  manager: EntityManager,
  requestId: string,
  sponsorId: string | null = null,
): Promise<number> {
  const cancelled = await rows<{ id: string; revision: number; isKnown: boolean }>(
    manager,
    `UPDATE meetings SET status = 'cancelled', proposed_starts_at = NULL, cancelled_at = now(),
       revision = revision + 1, told_revision = CASE WHEN told_revision IS NOT NULL THEN revision + 1 END
     WHERE request_id = $1 AND sponsor_id = coalesce($2, sponsor_id) AND cancelled_at IS NULL
       AND NOT (status IN ('proposed', 'accepted') AND ends_at <= now())
     RETURNING id, revision, told_revision IS NOT NULL AS "isKnown"`,
    [requestId, sponsorId],
  );
  for (const meeting of cancelled) {
    // Sponsors and learners who were never invited need no cancellation.
    if (meeting.isKnown) await enqueueMeetingNotices(manager, meeting);
  }
  return cancelled.length;
}

/**
 * Cancels the open meetings of sponsors who may no longer see a request: its invitation was revoked, or it is public no
 * longer. Holds end, so they cancel nothing. Call it in the transaction that changes who may see the request.
 */
export async function cancelMeetingsWithoutAccess(manager: EntityManager, requestId: string): Promise<void> {
  const barred = await rows<{ sponsorId: string }>(
    manager,
    `SELECT m.sponsor_id AS "sponsorId" FROM meetings m JOIN requests r ON r.id = m.request_id
     WHERE r.id = $1 AND m.cancelled_at IS NULL AND NOT ${listedForSponsor('m.sponsor_id')} ORDER BY m.sponsor_id`,
    [requestId],
  );
  for (const { sponsorId } of barred) await cancelMeetings(manager, requestId, sponsorId);
}
