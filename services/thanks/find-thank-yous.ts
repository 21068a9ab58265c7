import type { DataSource } from 'typeorm';
import { type OwnThankYou, type ThankYou, thankYouStages } from '#contracts/thanks/thanks.ts';
import { isSuspended } from '#services/accounts/sessions/find-session.ts';
import { type CaseKey, expectedTimeSql } from '#services/cases/open-case.ts';
import { rows } from '#services/platform/database/sql.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';

/** Joins to a request `r` the sponsor whom its learner can thank, if the account has not ended. */
export const joinThanked = `JOIN sponsoring_payments p ON p.request_id = r.id
  JOIN users sponsor ON sponsor.id = p.payer_id AND sponsor.erasure_requested_at IS NULL`;

/** Returns the key of the case in which an operator reads a thank-you. */
export const thankYouCase = (id: string): CaseKey => ({
  kind: 'request_review',
  subject: { type: 'thank_you', id },
});

/** Returns, by request, what its learner can write to the sponsor at its present stage, or has written. */
export async function findOwnThankYous(
  db: DataSource,
  requestIds: readonly string[],
): Promise<Map<string, OwnThankYou>> {
  const found = await rows<WithDates<OwnThankYou, 'expectedAt'> & { requestId: string }>(
    db,
    // The learner does not read that the sponsor reported the words.
    `SELECT r.id AS "requestId", r.status AS stage, CASE WHEN t.status = 'removed' THEN 'delivered' ELSE coalesce(t.status, 'open') END AS state,
       CASE t.status WHEN 'held' THEN ${expectedTimeSql('request_review', 'thank_you', 't.id::text')} END AS "expectedAt",
       CASE t.status WHEN 'declined' THEN t.text END AS text, t.decline_reason AS reason
     FROM requests r ${joinThanked} LEFT JOIN thank_yous t ON t.request_id = r.id AND t.stage = r.status
     WHERE r.id = ANY ($1::uuid[]) AND r.status = ANY ($2)`,
    [requestIds, thankYouStages],
  );
  return new Map(found.map(({ requestId, ...thankYou }) => [requestId, isoTimes(thankYou)]));
}

/** Returns, by request, the thank-yous that a sponsor got, oldest first; not those of suspended learners. */
export async function findThankYous(
  db: DataSource,
  sponsorId: string,
  requestIds: readonly string[],
): Promise<Map<string, ThankYou[]>> {
  const found = await rows<WithDates<ThankYou, 'deliveredAt'> & { requestId: string }>(
    db,
    `SELECT t.id AS _id, t.request_id AS "requestId", t.stage, t.text, t.delivered_at AS "deliveredAt"
     FROM thank_yous t JOIN requests r ON r.id = t.request_id
     WHERE t.sponsor_id = $1 AND t.request_id = ANY ($2::uuid[]) AND t.status = 'delivered' AND NOT ${isSuspended('r.learner_id')}
     ORDER BY t.created_at, t.id`,
    [sponsorId, requestIds],
  );
  const byRequest = Map.groupBy(found, ({ requestId }) => requestId);
  return new Map(
    [...byRequest].map(([id, list]) => [id, list.map(({ requestId: _, ...thankYou }) => isoTimes(thankYou))]),
  );
}
