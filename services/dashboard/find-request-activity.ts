import type { DataSource } from 'typeorm';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import type { LearnerMeeting } from '#contracts/meetings/meeting-views.ts';
import { findLearnerMeetings } from '#services/meetings/find-learner-meetings.ts';
import { rows } from '#services/platform/database/sql.ts';

type Activity = Pick<
  OwnRequest,
  'recipientEmails' | 'seenBy' | 'firstSeenAt' | 'meetings' | 'sponsorName' | 'hasProof'
>;

interface Row {
  now: Date;
  id: string;
  recipientEmails: string[];
  seenBy: number;
  firstSeenAt: Date | null;
  sponsorName: string | null;
  hasProof: boolean;
}

/** Returns, by request, recipients, views, meetings and payer of a learner's newest requests, and the database's time. */
export async function findRequestActivity(
  db: DataSource,
  learnerId: string,
  most: number,
): Promise<Map<string, { now: Date; activity: Activity }>> {
  const found = await rows<Row>(
    db,
    `SELECT r.id, now() AS now, recipients.emails AS "recipientEmails", seen.by AS "seenBy", seen.first AS "firstSeenAt",
       paid.full_name AS "sponsorName",
       r.status IN ('enrolled', 'completed') AND EXISTS (SELECT 1 FROM proofs WHERE request_id = r.id) AS "hasProof"
     FROM (SELECT id, status FROM requests WHERE learner_id = $1 ORDER BY created_at DESC, id LIMIT $2) AS r,
       LATERAL (SELECT coalesce(array_agg(email ORDER BY email), '{}') AS emails
         FROM request_recipients WHERE request_id = r.id) AS recipients,
       LATERAL (SELECT count(*)::int AS by, min(seen_at) AS first
         FROM request_views WHERE request_id = r.id) AS seen
       LEFT JOIN LATERAL (SELECT u.full_name FROM payments p
         JOIN sponsorships s ON s.id = p.sponsorship_id JOIN users u ON u.id = p.payer_id
         WHERE p.request_id = r.id AND p.status = 'approved' AND NOT s.is_anonymous) AS paid ON true`,
    [learnerId, most],
  );
  const meetings = await findLearnerMeetings(
    db,
    found.map(({ id }) => id),
  );
  return new Map(
    found.map((row) => [row.id, { now: row.now, activity: present(row, meetings.get(row.id) ?? []) }]),
  );
}

function present(row: Row, meetings: LearnerMeeting[]): Activity {
  return {
    recipientEmails: row.recipientEmails,
    seenBy: row.seenBy,
    firstSeenAt: row.firstSeenAt?.toISOString() ?? null,
    meetings,
    sponsorName: row.sponsorName,
    hasProof: row.hasProof,
  };
}
