import { minuteMs } from '#contracts/durations.ts';
import { isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import type { getMeetingRoom as contract, MeetingRoom } from '#contracts/meetings/meetings.ts';
import { firstName } from '#services/accounts/names.ts';
import type { Handler } from '#services/deps.ts';
import type { Config } from '#services/platform/config.ts';
import { row } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { isoTimes } from '#services/platform/iso-times.ts';
import { type RoomAccess, signRoomAddress } from '#services/platform/tokens/room-token.ts';
import type { Meeting } from './meeting.entity.ts';

/** The room opens 10 minutes before the start of its meeting, and closes 60 minutes after it. */
const opensBeforeMs = 10 * minuteMs;
const closesAfterMs = 60 * minuteMs;

interface RoomRow extends Pick<Meeting, 'status' | 'startsAt' | 'roomUrl' | 'requestId'> {
  courseTitle: string;
  isSponsor: boolean;
  isNotified: boolean;
  ownName: string;
  otherName: string;
  otherTimeZone: string | null;
  now: Date;
}

/**
 * Returns when the room of a meeting is open, and its address while it is, with a token for this participant. Times are of the
 * database's clock. @throws HttpError 404 for a meeting of others, 409 for one that was cancelled or has no time.
 */
export const getMeetingRoom: Handler<typeof contract> = async ({ params, caller }, { config, db }) => {
  const meeting = await row<RoomRow>(
    db,
    `SELECT m.status, m.starts_at AS "startsAt", m.room_url AS "roomUrl", r.course_title AS "courseTitle",
       r.id AS "requestId", m.sponsor_id = $2 AS "isSponsor", m.notified_revision IS NOT NULL AS "isNotified",
       own.full_name AS "ownName", other.full_name AS "otherName",
       other.time_zone AS "otherTimeZone", now() AS now
     FROM meetings m JOIN requests r ON r.id = m.request_id JOIN users own ON own.id = $2
     JOIN users other ON other.id IN (m.sponsor_id, r.learner_id) AND other.id <> $2
     WHERE m.id = $1 AND $2 IN (m.sponsor_id, r.learner_id)`,
    [params.id, caller.id],
  );
  if (!meeting) throw notFound('There is no such meeting.');
  if (!isMeetingOpen(meeting.status)) throw conflict('This meeting was cancelled or declined.');
  const { startsAt, now } = meeting;
  if (!startsAt || meeting.status === 'awaiting_time' || meeting.status === 'counter_proposed')
    throw conflict('You have not agreed on a time yet.');
  const opensAt = new Date(startsAt.getTime() - opensBeforeMs);
  const closesAt = new Date(startsAt.getTime() + closesAfterMs);
  const isOpen = now >= opensAt && now < closesAt;
  const access = { room: `${config.brand.slug}-${params.id}`, from: opensAt, until: closesAt };
  // As on the dashboard, a learner knows the sponsor's name from the invitation on (decision 015).
  const isOtherKnown = meeting.isSponsor || meeting.isNotified;
  const data: MeetingRoom = {
    state: isOpen ? 'open' : now < opensAt ? 'early' : 'over',
    ...isoTimes({ startsAt, opensAt, closesAt }),
    withName: isOtherKnown ? firstName(meeting.otherName) : null,
    withTimeZone: isOtherKnown ? meeting.otherTimeZone : null,
    courseTitle: meeting.courseTitle,
    report: meeting.isSponsor
      ? { about: 'request', id: meeting.requestId }
      : { about: 'sponsor', id: params.id },
    roomUrl: isOpen ? await addressOf(meeting, access, config) : null,
  };
  return { message: 'The room of your meeting.', data };
};

function addressOf(
  { roomUrl, ownName }: RoomRow,
  access: Omit<RoomAccess, 'name'>,
  { meetingRooms, publicUrl }: Pick<Config, 'meetingRooms' | 'publicUrl'>,
): Promise<string> | string {
  const isOurPage = roomUrl.startsWith(`${publicUrl}/`);
  // The name of a room on a public server is random, and nothing else protects it.
  if (meetingRooms.provider === 'open' && !isOurPage) return roomUrl;
  return signRoomAddress(meetingRooms, { ...access, name: firstName(ownName) });
}
