import { type EntityManager, IsNull } from 'typeorm';
import { dayMs, minuteMs } from '#contracts/durations.ts';
import { meetingTransitions } from '#contracts/meetings/meeting-status.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow, row } from '#services/platform/database/sql.ts';
import { invalidField } from '#services/platform/errors.ts';
import { visibleToSponsor } from '#services/requests/visible-to-sponsor.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

/** Returns the meeting of this sponsor about this request, or null when there is none or it was cancelled. */
export function findMeeting(
  manager: EntityManager,
  requestId: string,
  sponsorId: string,
): Promise<Meeting | null> {
  return manager.findOneBy(MeetingEntity, { requestId, sponsorId, cancelledAt: IsNull() });
}

/**
 * Takes the row lock of this sponsor's meeting about this request; returns undefined when there is none, when it was
 * cancelled, and when the sponsor may no longer see the request.
 */
export function lockMeeting(
  manager: EntityManager,
  { requestId, sponsorId }: Pick<Meeting, 'requestId' | 'sponsorId'>,
): Promise<Meeting | undefined> {
  return lockRow(
    manager,
    MeetingEntity,
    `r.request_id = $1 AND r.sponsor_id = $2 AND r.cancelled_at IS NULL
       AND EXISTS (SELECT 1 FROM requests r WHERE r.id = $1 AND ${visibleToSponsor('$2')})`,
    [requestId, sponsorId],
  );
}

const durationMs = 30 * minuteMs;
const furthestMs = 366 * dayMs;

/** Time and note that a sponsor proposes; an empty note removes the note. */
export interface MeetingInput {
  startsAt?: string | undefined;
  note?: string | undefined;
}

/**
 * Changes time or note of a locked meeting and returns it as it is then. Another time is a new proposal, which
 * replaces an agreed time and a counter-proposal. @throws HttpError 422 for a time in the past or over a year ahead.
 */
export async function updateMeeting(
  manager: EntityManager,
  meeting: Meeting,
  input: MeetingInput,
  now: Date,
): Promise<Meeting> {
  const isSameTime = !input.startsAt || new Date(input.startsAt).getTime() === meeting.startsAt?.getTime();
  const note = input.note === undefined ? meeting.note : input.note || null;
  if (isSameTime && note === meeting.note) return meeting;
  if (isSameTime || !input.startsAt) return reviseMeeting(manager, meeting, { note });
  return reviseMeeting(manager, meeting, {
    note,
    status: meetingTransitions.propose.to,
    proposedStartsAt: null,
    answeredRevision: null,
    ...meetingTimes(parseFutureTime(input.startsAt, now)),
  });
}

/**
 * Stores changes of a locked meeting and returns it. The revision rises only when learner and sponsor were notified
 * of the one before, so that calendars receive one SEQUENCE for each state that they were sent.
 */
export async function reviseMeeting(
  manager: EntityManager,
  meeting: Meeting,
  changes: Partial<Meeting>,
): Promise<Meeting> {
  const revised = { ...changes, revision: nextRevision(meeting) };
  await manager.update(MeetingEntity, meeting.id, revised);
  return { ...meeting, ...revised };
}

/** Returns the revision that {@link reviseMeeting} stores. */
export function nextRevision({ revision, notifiedRevision }: Meeting): number {
  return revision + (notifiedRevision === revision ? 1 : 0);
}

/** Returns start and end of a meeting; meetings last half an hour. */
export function meetingTimes(startsAt: Date): { startsAt: Date; endsAt: Date } {
  return { startsAt, endsAt: new Date(startsAt.getTime() + durationMs) };
}

/** Parses a proposed start. @throws HttpError 422 for a time in the past or over a year ahead. */
export function parseFutureTime(proposed: string, now: Date): Date {
  const startsAt = new Date(proposed);
  const aheadMs = startsAt.getTime() - now.getTime();
  if (aheadMs > 0 && aheadMs < furthestMs) return startsAt;
  throw invalidField('startsAt', 'Please choose a time in the future, within a year.');
}

/** Removes the note of a meeting; mails that were sent keep theirs. Does nothing for a meeting that was deleted. */
export async function removeNote(manager: EntityManager, meetingId: string): Promise<void> {
  const people = await row<{ sponsorId: string; learnerId: string }>(
    manager,
    `UPDATE meetings m SET note = NULL FROM requests r WHERE m.id = $1 AND r.id = m.request_id
     RETURNING m.sponsor_id AS "sponsorId", r.learner_id AS "learnerId"`,
    [meetingId],
  );
  if (!people) return;
  publishChange(manager, people.sponsorId, people.learnerId);
}
