import type { DataSource } from 'typeorm';
import { isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import type { SponsorMeeting } from '#contracts/meetings/meeting-views.ts';
import { rows } from '#services/platform/database/sql.ts';
import { isOpenSql, visibleToSponsor } from '#services/requests/visible-to-sponsor.ts';
import type { Meeting } from './meeting.entity.ts';
import { offsetDate } from './present-meeting.ts';
import { utcOffsetMinutes } from './utc-offset.ts';

/** Maximum number of meetings on a dashboard. */
const maxMeetings = 50;

interface Row
  extends Pick<
    Meeting,
    | 'id'
    | 'requestId'
    | 'status'
    | 'startsAt'
    | 'endsAt'
    | 'proposedStartsAt'
    | 'roomUrl'
    | 'note'
    | 'revision'
    | 'toldRevision'
  > {
  courseTitle: string;
  canPay: boolean;
  fullName: string;
  /** Null when the learner hides it. */
  email: string | null;
  country: string | null;
}

/**
 * Returns the meetings that a sponsor arranged: those to come first (counter-proposals that wait
 * for the sponsor, then soonest first, then those without a time), then the past ones, then those
 * that were called off. Meetings about requests that the sponsor may no longer see are left out.
 */
export async function findSponsorMeetings(db: DataSource, sponsorId: string): Promise<SponsorMeeting[]> {
  const found = await rows<Row>(
    db,
    `SELECT m.id, m.request_id AS "requestId", m.status, m.starts_at AS "startsAt", m.ends_at AS "endsAt",
       m.proposed_starts_at AS "proposedStartsAt", m.room_url AS "roomUrl", m.note, m.revision,
       m.told_revision AS "toldRevision", r.course_title AS "courseTitle", ${isOpenSql} AS "canPay",
       u.full_name AS "fullName", CASE WHEN NOT u.hides_email THEN u.email END AS email, u.country
     FROM meetings m JOIN requests r ON r.id = m.request_id JOIN users u ON u.id = r.learner_id
     WHERE m.sponsor_id = $1 AND ${visibleToSponsor('$1')}
     ORDER BY m.cancelled_at IS NOT NULL, m.status IN ('proposed', 'accepted') AND m.ends_at <= now(),
       m.status <> 'counter_proposed', m.status = 'awaiting_time',
       abs(extract(epoch FROM coalesce(m.proposed_starts_at, m.starts_at, m.created_at) - now())), m.id
     LIMIT $2`,
    [sponsorId, maxMeetings],
  );
  return found.map(present);
}

function present(row: Row): SponsorMeeting {
  const isOpen = isMeetingOpen(row.status);
  return {
    _id: row.id,
    requestId: row.requestId,
    status: row.status,
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    proposedStartsAt: row.proposedStartsAt?.toISOString() ?? null,
    roomUrl: isOpen ? row.roomUrl : null,
    note: row.note,
    isTold: row.toldRevision === row.revision,
    courseTitle: row.courseTitle,
    canPay: row.canPay,
    learner: {
      fullName: row.fullName,
      email: isOpen ? row.email : null,
      utcOffsetMinutes: isOpen ? utcOffsetMinutes(row.country, offsetDate(row)) : null,
    },
  };
}
