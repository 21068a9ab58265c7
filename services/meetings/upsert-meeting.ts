import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';
import type { Config } from '#services/platform/config.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { row } from '#services/platform/database/sql.ts';
import { conflict } from '#services/platform/errors.ts';
import { randomToken } from '#services/platform/tokens/secrets.ts';
import { findMeeting } from './find-meeting.ts';
import { lockMeeting } from './lock-meeting.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';
import { enforceMeetingLimits, requireVerifiedSponsor } from './meeting-limits.ts';
import {
  type MeetingInput,
  meetingTimes,
  parseFutureTime,
  reviseMeeting,
  updateMeeting,
} from './update-meeting.ts';

const underAge =
  'This learner is under 18, so meetings are not possible. You can pay for the course without one.';
const declined =
  'The learner has declined to meet about this request. You can still pay for the course without a meeting.';

/**
 * Inserts the meeting of a sponsor about a request, or changes the existing one, also one that is over. Without a time
 * the learner must propose one. The caller holds the row lock of the request. @throws HttpError 422 for a time
 * in the past or over a year ahead, 409 when the learner is under 18, when the sponsor's address is not confirmed, or when
 * the learner has declined to meet this sponsor about this request; 409 and 429 of {@link enforceMeetingLimits}.
 */
export async function upsertMeeting(
  manager: EntityManager,
  ids: { requestId: string; sponsorId: string },
  input: MeetingInput,
  {
    brand,
    meetingRooms,
    meetings,
    publicUrl,
  }: Pick<Config, 'brand' | 'meetingRooms' | 'meetings' | 'publicUrl'>,
): Promise<Meeting> {
  await requireVerifiedSponsor(manager, ids.sponsorId);
  await rejectMinor(manager, ids.requestId);
  const existing = await lockMeeting(manager, ids);
  const now = await databaseNow(manager);
  if (existing) return scheduleAgain(manager, existing, input, now);
  if (await manager.existsBy(MeetingEntity, { ...ids, status: 'declined' })) throw conflict(declined);
  await enforceMeetingLimits(manager, ids.sponsorId, meetings);
  const id = randomUUID();
  // A room that asks for a token is reached by our page, which has the token for the person who opens it.
  const roomUrl =
    meetingRooms.provider === 'open'
      ? `${meetingRooms.baseUrl}/${brand.slug}-${randomToken(9)}`
      : `${publicUrl}/meeting/${id}`;
  await manager.insert(MeetingEntity, {
    ...ids,
    id,
    ...(input.startsAt
      ? { status: 'proposed', ...meetingTimes(parseFutureTime(input.startsAt, now)) }
      : { status: 'awaiting_time' }),
    roomUrl,
    note: input.note || null,
  });
  const planned = await findMeeting(manager, ids.requestId, ids.sponsorId);
  if (!planned) throw new Error('The meeting was not stored');
  return planned;
}

async function rejectMinor(manager: EntityManager, requestId: string): Promise<void> {
  const found = await row(
    manager,
    'SELECT 1 FROM requests r JOIN users u ON u.id = r.learner_id WHERE r.id = $1 AND u.is_minor',
    [requestId],
  );
  if (found) throw conflict(underAge);
}

// A meeting that is over is reused: the same row gets a new time, or none.
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
