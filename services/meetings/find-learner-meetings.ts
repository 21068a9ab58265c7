import type { DataSource } from 'typeorm';
import type { LearnerMeeting } from '#contracts/meetings/meeting-views.ts';
import { rows } from '#services/platform/database/sql.ts';
import type { Meeting } from './meeting.entity.ts';
import { toLearnerMeeting } from './present-for-learner.ts';

/** Maximum number of meetings returned per request. */
const maxPerRequest = 6;

type Row = Parameters<typeof toLearnerMeeting>[0] & Pick<Meeting, 'requestId'>;

/** Returns the meetings about a learner's requests by request: open ones that are still to come first. */
export async function findLearnerMeetings(
  db: DataSource,
  requestIds: string[],
): Promise<Map<string, LearnerMeeting[]>> {
  const found = await rows<Row>(
    db,
    `SELECT * FROM (
       SELECT m.id, m.request_id AS "requestId", m.status, m.starts_at AS "startsAt", m.ends_at AS "endsAt",
         m.proposed_starts_at AS "proposedStartsAt", m.room_url AS "roomUrl", m.note,
         m.told_revision AS "toldRevision", u.full_name AS "sponsorName",
         row_number() OVER (PARTITION BY m.request_id ORDER BY m.cancelled_at IS NOT NULL,
           m.status IN ('proposed', 'accepted') AND m.ends_at <= now(),
           abs(extract(epoch FROM coalesce(m.proposed_starts_at, m.starts_at, m.created_at) - now()))) AS place
       FROM meetings m JOIN users u ON u.id = m.sponsor_id WHERE m.request_id = ANY($1)
     ) AS ranked WHERE place <= $2 ORDER BY "requestId", place`,
    [requestIds, maxPerRequest],
  );
  const meetings = new Map<string, LearnerMeeting[]>(requestIds.map((id) => [id, []]));
  for (const row of found) meetings.get(row.requestId)?.push(toLearnerMeeting(row));
  return meetings;
}
