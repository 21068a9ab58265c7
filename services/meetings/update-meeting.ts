import type { EntityManager } from 'typeorm';
import { meetingTransitions } from '#contracts/meetings/meeting-status.ts';
import { invalid } from '#services/platform/errors.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

const minuteMs = 60_000;
const durationMs = 30 * minuteMs;
const furthestMs = 366 * 24 * 60 * minuteMs;

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
export function nextRevision({ revision, toldRevision }: Meeting): number {
  return revision + (toldRevision === revision ? 1 : 0);
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
  const message = 'Please choose a time in the future, within a year.';
  throw invalid(message, { startsAt: message });
}
