import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { hasTakenPlace } from '#contracts/meeting-status.ts';
import type { Config } from '#services/platform/config.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { conflict } from '#services/platform/errors.ts';
import { findMeeting } from './find-meeting.ts';
import { lockMeeting } from './lock-meeting.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';
import {
  type MeetingInput,
  meetingTimes,
  parseFutureTime,
  reviseMeeting,
  updateMeeting,
} from './update-meeting.ts';

const declined =
  'The learner has declined to meet about this request. You can still pay for the course without a meeting.';

/**
 * Records the meeting of a sponsor about a request, or changes the one that stands, also one that is over. Without
 * a time the learner is asked to propose one. The caller holds the request's lock. @throws HttpError 422 for a time
 * in the past or over a year ahead, 409 when the learner has declined to meet this sponsor about this request.
 */
export async function upsertMeeting(
  manager: EntityManager,
  who: { requestId: string; sponsorId: string },
  input: MeetingInput,
  { meetingBaseUrl }: Pick<Config, 'meetingBaseUrl'>,
): Promise<Meeting> {
  const existing = await lockMeeting(manager, who);
  const now = await databaseNow(manager);
  if (existing) return scheduleAgain(manager, existing, input, now);
  if (await manager.existsBy(MeetingEntity, { ...who, status: 'declined' })) throw conflict(declined);
  const roomUrl = `${meetingBaseUrl}/courselift-${randomBytes(9).toString('base64url')}`;
  await manager.insert(MeetingEntity, {
    ...who,
    ...(input.startsAt
      ? { status: 'proposed', ...meetingTimes(parseFutureTime(input.startsAt, now)) }
      : { status: 'awaiting_time' }),
    roomUrl,
    note: input.note || null,
  });
  const planned = await findMeeting(manager, who.requestId, who.sponsorId);
  if (!planned) throw new Error('The meeting was not stored');
  return planned;
}

// Another meeting after one that is over is the same row with a new time, or without one again.
function scheduleAgain(
  manager: EntityManager,
  meeting: Meeting,
  input: MeetingInput,
  now: Date,
): Promise<Meeting> {
  if (input.startsAt || !hasTakenPlace(meeting, now.getTime()))
    return updateMeeting(manager, meeting, input, now);
  const note = input.note === undefined ? meeting.note : input.note || null;
  const cleared = { startsAt: null, endsAt: null, proposedStartsAt: null, answeredRevision: null };
  return reviseMeeting(manager, meeting, { status: 'awaiting_time', ...cleared, note });
}
