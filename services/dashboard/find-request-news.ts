import type { DataSource } from 'typeorm';
import type { OwnRequest } from '#contracts/dashboard.ts';

type News = Pick<
  OwnRequest,
  'recipientEmails' | 'seenBy' | 'firstSeenAt' | 'meeting' | 'sponsorName' | 'hasProof'
>;

interface Row {
  id: string;
  recipientEmails: string[];
  seenBy: number;
  firstSeenAt: Date | null;
  startsAt: Date | null;
  endsAt: Date | null;
  roomUrl: string | null;
  sponsorName: string | null;
  hasProof: boolean;
}

/** What others did about these requests, in one question: invited, seen, met, paid. */
export async function findRequestNews(db: DataSource, requestIds: string[]): Promise<Map<string, News>> {
  const rows: Row[] = await db.query(
    `SELECT r.id, recipients.emails AS "recipientEmails", seen.by AS "seenBy", seen.first AS "firstSeenAt",
       meeting.starts_at AS "startsAt", meeting.ends_at AS "endsAt", meeting.room_url AS "roomUrl",
       paid.full_name AS "sponsorName", EXISTS (SELECT 1 FROM proofs f JOIN requests q ON q.id = f.request_id
         WHERE q.id = r.id AND q.status IN ('enrolled', 'completed')) AS "hasProof"
     FROM unnest($1::uuid[]) AS r (id),
       LATERAL (SELECT coalesce(array_agg(email ORDER BY email), '{}') AS emails
         FROM request_recipients WHERE request_id = r.id) AS recipients,
       LATERAL (SELECT count(*)::int AS by, min(seen_at) AS first
         FROM request_views WHERE request_id = r.id) AS seen
       LEFT JOIN LATERAL (SELECT starts_at, ends_at, room_url FROM meetings WHERE request_id = r.id
         ORDER BY ends_at < now(), abs(extract(epoch FROM starts_at - now())) LIMIT 1) AS meeting ON true
       LEFT JOIN LATERAL (SELECT u.full_name FROM payments p
         JOIN sponsorships s ON s.id = p.sponsorship_id JOIN users u ON u.id = p.payer_id
         WHERE p.request_id = r.id AND p.status = 'approved' AND NOT s.is_anonymous) AS paid ON true`,
    [requestIds],
  );
  return new Map(rows.map((row) => [row.id, present(row)]));
}

function present({ startsAt, endsAt, roomUrl, ...row }: Row): News {
  return {
    recipientEmails: row.recipientEmails,
    seenBy: row.seenBy,
    firstSeenAt: row.firstSeenAt?.toISOString() ?? null,
    meeting:
      startsAt && endsAt && roomUrl
        ? { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), roomUrl }
        : null,
    sponsorName: row.sponsorName,
    hasProof: row.hasProof,
  };
}
