import { type EntityManager, IsNull, Not } from 'typeorm';
import { rows } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { RecipientEntity } from '#services/requests/request.entity.ts';
import { listedForSponsor } from '#services/requests/visible-to-sponsor.ts';
import { MeetingEntity } from './meeting.entity.ts';
import { enqueueMeetingNotices } from './meeting-mails.ts';

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
       revision = revision + 1, notified_revision = CASE WHEN notified_revision IS NOT NULL THEN revision + 1 END
     WHERE request_id = $1 AND sponsor_id = coalesce($2, sponsor_id) AND cancelled_at IS NULL
       AND NOT (status IN ('proposed', 'accepted') AND ends_at <= now())
     RETURNING id, revision, notified_revision IS NOT NULL AS "isKnown"`,
    [requestId, sponsorId],
  );
  // Sponsors and learners who were never invited need no cancellation.
  for (const meeting of cancelled) if (meeting.isKnown) await enqueueMeetingNotices(manager, meeting);
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

/**
 * Cancels the meetings of a withdrawn request, which mails both participants, and enqueues a mail to the remaining
 * sponsors with a meeting and to the invited recipients. Each address gets one mail.
 */
export async function enqueueWithdrawalMails(manager: EntityManager, requestId: string): Promise<void> {
  const before = await manager.findBy(MeetingEntity, { requestId, cancelledAt: IsNull() });
  await cancelMeetings(manager, requestId);
  // A participant who was never mailed about a meeting gets no cancellation either.
  const cancelled = { requestId, cancelledAt: Not(IsNull()), notifiedRevision: Not(IsNull()) };
  const mailed = new Set((await manager.findBy(MeetingEntity, cancelled)).map(({ id }) => id));
  for (const { id } of before)
    if (!mailed.has(id)) await enqueue(manager, deliverMail, { mail: 'request-withdrawn', id });
  for (const { id } of await manager.findBy(RecipientEntity, { requestId }))
    await enqueue(manager, deliverMail, { mail: 'invitation-withdrawn', id });
}
