import type { DataSource, EntityManager } from 'typeorm';
import type { MeetingResponse } from '#contracts/funding/sponsorships.ts';
import { isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import type { LearnerMeeting, SponsorMeeting } from '#contracts/meetings/meeting-views.ts';
import type { Brand } from '#contracts/site/brand.ts';
import { type User, UserEntity } from '#services/accounts/user.entity.ts';
import { rows } from '#services/platform/database/sql.ts';
import { isoTimes } from '#services/platform/iso-times.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { isOpenSql, visibleToSponsor } from '#services/requests/visible-to-sponsor.ts';
import type { Meeting } from './meeting.entity.ts';

/** Maximum number of meetings on a sponsor's dashboard, and of each request on a learner's. */
const maxMeetings = 50;
const maxPerRequest = 6;

const columns = `m.id, m.status, m.starts_at AS "startsAt", m.ends_at AS "endsAt",
  m.proposed_starts_at AS "proposedStartsAt", m.room_url AS "roomUrl", m.note,
  m.request_id AS "requestId", m.notified_revision AS "notifiedRevision"`;
type Facts = Pick<Meeting, 'id' | 'status' | 'startsAt' | 'endsAt' | 'proposedStartsAt' | 'note'>;
type MeetingRow = Facts & Pick<Meeting, 'roomUrl' | 'requestId' | 'notifiedRevision'>;

const isOver = `m.status IN ('proposed', 'accepted') AND m.ends_at <= now()`;
const distanceFromNow =
  'abs(extract(epoch FROM coalesce(m.proposed_starts_at, m.starts_at, m.created_at) - now()))';

interface SponsorRow extends MeetingRow, Pick<User, 'fullName' | 'timeZone'> {
  revision: number;
  courseTitle: string;
  canPay: boolean;
  /** Null when the learner hides it. */
  email: string | null;
}

/**
 * Returns the meetings that a sponsor arranged: those to come first (counter-proposals that wait
 * for the sponsor, then soonest first, then those without a time), then the past ones, then those
 * that were called off. Meetings about requests that the sponsor may no longer see, and about completed courses, are left out.
 */
export async function findSponsorMeetings(db: DataSource, sponsorId: string): Promise<SponsorMeeting[]> {
  const meetings = await rows<SponsorRow>(
    db,
    `SELECT ${columns}, m.revision, r.course_title AS "courseTitle", ${isOpenSql} AS "canPay",
       u.full_name AS "fullName", CASE WHEN NOT u.hides_email THEN u.email END AS email,
       u.time_zone AS "timeZone"
     FROM meetings m JOIN requests r ON r.id = m.request_id JOIN users u ON u.id = r.learner_id
     WHERE m.sponsor_id = $1 AND r.status <> 'completed' AND ${visibleToSponsor('$1')}
     ORDER BY m.cancelled_at IS NOT NULL, ${isOver},
       m.status <> 'counter_proposed', m.status = 'awaiting_time', ${distanceFromNow}, m.id
     LIMIT $2`,
    [sponsorId, maxMeetings],
  );
  return meetings.map((meeting) => {
    const { requestId, courseTitle, canPay, fullName } = meeting;
    const isOpen = isMeetingOpen(meeting.status);
    return {
      ...meetingFacts(meeting),
      requestId,
      roomUrl: isOpen ? meeting.roomUrl : null,
      isTold: meeting.notifiedRevision === meeting.revision,
      courseTitle,
      canPay,
      learner: {
        fullName,
        email: isOpen ? meeting.email : null,
        timeZone: isOpen ? meeting.timeZone : null,
      },
    };
  });
}

/** Presents a meeting to the sponsor who arranged it. */
export function presentMeeting(
  meeting: Meeting,
  { request, learner, brand }: { request: HelpRequest; learner: User; brand: Brand },
): MeetingResponse {
  return {
    ...meetingFacts(meeting),
    requestId: request.id,
    roomUrl: meeting.roomUrl,
    title: `${brand.name}: about ${request.courseTitle}`,
    isTold: meeting.notifiedRevision === meeting.revision,
    learner: {
      _id: learner.id,
      fullName: learner.fullName,
      email: learner.hidesEmail ? null : learner.email,
      timeZone: learner.timeZone,
    },
  };
}

/** Returns the meetings about a learner's requests by request: open ones that are still to come first. */
export async function findLearnerMeetings(
  db: DataSource,
  requestIds: string[],
): Promise<Map<string, LearnerMeeting[]>> {
  const ranked = await rows<MeetingRow & Sponsor>(
    db,
    `SELECT * FROM (
       SELECT ${columns}, u.full_name AS "fullName", u.time_zone AS "timeZone",
         row_number() OVER (PARTITION BY m.request_id ORDER BY m.cancelled_at IS NOT NULL, ${isOver},
           ${distanceFromNow}) AS place
       FROM meetings m JOIN users u ON u.id = m.sponsor_id WHERE m.request_id = ANY($1)
     ) AS ranked WHERE place <= $2 ORDER BY "requestId", place`,
    [requestIds, maxPerRequest],
  );
  const meetings = new Map<string, LearnerMeeting[]>(requestIds.map((id) => [id, []]));
  for (const meeting of ranked) meetings.get(meeting.requestId)?.push(toLearnerMeeting(meeting, meeting));
  return meetings;
}

/** Loads the sponsor and maps a meeting to the learner's view. */
export async function presentForLearner(manager: EntityManager, meeting: Meeting): Promise<LearnerMeeting> {
  return toLearnerMeeting(meeting, await manager.findOneByOrFail(UserEntity, { id: meeting.sponsorId }));
}

type Sponsor = Pick<User, 'fullName' | 'timeZone'>;

/** Maps a meeting to the wire format; the sponsor is known from the invitation on (decision 015). */
function toLearnerMeeting(meeting: MeetingRow, { fullName, timeZone }: Sponsor): LearnerMeeting {
  const isKnown = meeting.notifiedRevision !== null;
  const isOpen = isMeetingOpen(meeting.status);
  return {
    ...meetingFacts(meeting),
    roomUrl: isOpen ? meeting.roomUrl : null,
    sponsorName: isKnown ? fullName : null,
    sponsorTimeZone: isKnown && isOpen ? timeZone : null,
  };
}

/** Returns the fields of a meeting that both participants read. */
function meetingFacts({ id, status, startsAt, endsAt, proposedStartsAt, note }: Facts) {
  return isoTimes({ _id: id, status, startsAt, endsAt, proposedStartsAt, note });
}
