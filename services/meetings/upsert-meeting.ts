import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { dayMs } from '#contracts/durations.ts';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';
import { type User, UserEntity } from '#services/accounts/user.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { databaseNow, execute, hasRow, row } from '#services/platform/database/sql.ts';
import { conflict, HttpError } from '#services/platform/errors.ts';
import { randomToken } from '#services/platform/tokens/secrets.ts';
import { waitText } from '#services/platform/wait-text.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';
import {
  findMeeting,
  lockMeeting,
  type MeetingInput,
  meetingTimes,
  parseFutureTime,
  reviseMeeting,
  updateMeeting,
} from './meetings.ts';

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
  { brand, meetingRooms, meetings, publicUrl }: Config,
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
  const ofMinor =
    'SELECT 1 FROM requests r JOIN users u ON u.id = r.learner_id WHERE r.id = $1 AND u.is_minor';
  if (await hasRow(manager, ofMinor, [requestId])) throw conflict(underAge);
}

// A meeting that is over is reused: the same row gets a new time, or none.
function scheduleAgain(manager: EntityManager, meeting: Meeting, input: MeetingInput, now: Date) {
  if (input.startsAt || !hasTakenPlace(meeting, now.getTime()))
    return updateMeeting(manager, meeting, input, now);
  const note = input.note === undefined ? meeting.note : input.note || null;
  const cleared = { startsAt: null, endsAt: null, proposedStartsAt: null, answeredRevision: null };
  return reviseMeeting(manager, meeting, { status: 'awaiting_time', ...cleared, note });
}

const unverified =
  'Please confirm your e-mail address first: learners share theirs only with sponsors whose address is confirmed.';

/**
 * Requires that a sponsor has confirmed the e-mail address (decisions section 4). @throws HttpError 409; its field `email`
 * lets the page offer another mail.
 */
async function requireVerifiedSponsor(manager: EntityManager, sponsorId: User['id']): Promise<void> {
  const { emailVerifiedAt } = await manager.findOneByOrFail(UserEntity, { id: sponsorId });
  if (!emailVerifiedAt) throw new HttpError(409, unverified, { errors: { email: unverified } });
}

/**
 * Enforces how many meetings a sponsor has open at a time and arranges within 24 hours, cancelled ones included (decisions
 * section 4). The advisory lock serializes calls of one sponsor about several requests.
 * @throws HttpError 409 for too many open meetings, 429 for too many new ones.
 */
async function enforceMeetingLimits(
  manager: EntityManager,
  sponsorId: User['id'],
  { openPerSponsor, newPerDay }: Config['meetings'],
): Promise<void> {
  await execute(manager, `SELECT pg_advisory_xact_lock(hashtextextended('meetings:' || $1, 0))`, [sponsorId]);
  const planned = await row<{ open: number; recent: number; leftMs: number }>(
    manager,
    `SELECT count(*) FILTER (WHERE cancelled_at IS NULL
         AND NOT (status IN ('proposed', 'accepted') AND ends_at <= clock_timestamp()))::int AS open,
       count(*) FILTER (WHERE is_recent)::int AS recent,
       extract(epoch FROM min(created_at) FILTER (WHERE is_recent) - clock_timestamp())::float8 * 1000 + $2 AS "leftMs"
     FROM (SELECT *, created_at > clock_timestamp() - make_interval(secs => $2::float8 / 1000) AS is_recent
       FROM meetings WHERE sponsor_id = $1) AS mine`,
    [sponsorId, dayMs],
  );
  if (planned && planned.open >= openPerSponsor)
    throw conflict(
      `You have ${planned.open} meetings to come, which is the most at a time. Please arrange another one when one of them is over or cancelled.`,
    );
  if (planned && planned.recent >= newPerDay)
    throw new HttpError(
      429,
      `You have arranged ${planned.recent} meetings in 24 hours, which is the most. You can arrange another one in ${waitText(planned.leftMs)}.`,
      { retryAfterS: Math.ceil(planned.leftMs / 1_000) },
    );
}
