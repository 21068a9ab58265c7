import { type DataSource, In } from 'typeorm';
import type { OwnRequest } from '#contracts/dashboard.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { presentRequest } from '#services/requests/present-request.ts';
import { RecipientEntity } from '#services/requests/recipient.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';

/** A learner's own requests, newest first, with whom they invite and who paid (unless anonymous). */
export async function findOwnRequests(db: DataSource, learnerId: string): Promise<OwnRequest[]> {
  const now = await databaseNow(db);
  const requests = await db
    .getRepository(HelpRequestEntity)
    .find({ where: { learnerId }, order: { createdAt: 'DESC' } });
  const ids = requests.map(({ id }) => id);
  const recipients = await db.getRepository(RecipientEntity).findBy({ requestId: In(ids) });
  const sponsors = await findSponsorNames(db, ids);
  return requests.map((request) => ({
    ...presentRequest(request, now),
    socials: request.socials,
    delivery: request.delivery,
    account: { email: request.accountEmail },
    isPrivate: request.isPrivate,
    isPublic: request.isPublic,
    recipientEmails: recipients.filter(({ requestId }) => requestId === request.id).map(({ email }) => email),
    paidAt: request.paidAt?.toISOString() ?? null,
    sponsorName: sponsors.get(request.id) ?? null,
  }));
}

async function findSponsorNames(db: DataSource, requestIds: string[]): Promise<Map<string, string>> {
  const rows: { requestId: string; fullName: string }[] = await db.query(
    `SELECT p.request_id AS "requestId", u.full_name AS "fullName"
     FROM payments p JOIN sponsorships s ON s.id = p.sponsorship_id JOIN users u ON u.id = p.payer_id
     WHERE p.status = 'approved' AND NOT s.is_anonymous AND p.request_id = ANY($1::uuid[])`,
    [requestIds],
  );
  return new Map(rows.map(({ requestId, fullName }) => [requestId, fullName]));
}
