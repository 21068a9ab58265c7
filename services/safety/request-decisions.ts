import type { DataSource, EntityManager } from 'typeorm';
import type { OwnReview } from '#contracts/requests/request-holds.ts';
import { sendWaitingInvitations } from '#services/accounts/accounts.jobs.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { cancelMeetings } from '#services/meetings/cancel-meetings.ts';
import { hasRow, lockRow, rows, type SqlClient } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { changeHolds } from '#services/requests/change-request.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type RequestDecision, RequestDecisionEntity } from './safety.entity.ts';

/** A decision to store. */
type NewDecision = Pick<RequestDecision, 'requestId' | 'decision' | 'reason'> & {
  operatorId: string;
  /** The learner gets another mail about it. */
  isMailedElsewhere?: boolean;
};

/**
 * Stores an operator's decision about a request, shows or hides it, and enqueues the mail to its learner. An approval
 * also sends the invitations that waited for it; a rejection cancels open meetings. @throws HttpError 404.
 */
export async function decideRequest(
  manager: EntityManager,
  { requestId, decision, reason, operatorId, isMailedElsewhere = false }: NewDecision,
): Promise<void> {
  const request = await lockRow(manager, HelpRequestEntity, { id: requestId });
  if (!request) throw notFound('This request was deleted.');
  const isApproved = decision === 'approved';
  if (isApproved) await changeHolds(manager, { requestId }, { remove: ['review', 'rejected'] });
  else await changeHolds(manager, { requestId }, { add: ['rejected'], remove: ['review', 'frozen'] });
  const row = { requestId, decision, reason, decidedById: operatorId };
  const { identifiers } = await manager.insert(RequestDecisionEntity, row);
  const id: string = identifiers[0]?.id;
  if (!isMailedElsewhere)
    await enqueue(manager, deliverMail, { mail: isApproved ? 'request-approved' : 'request-rejected', id });
  if (!isApproved) await cancelMeetings(manager, requestId);
  else {
    const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
    if (learner.emailVerifiedAt) await enqueue(manager, sendWaitingInvitations, { userId: learner.id });
  }
}

/** Returns why requests are held, for their learner, by the id of the request; those without a hold are missing. */
export async function findReviews(
  db: DataSource,
  requestIds: readonly string[],
): Promise<Map<string, OwnReview>> {
  const reviews = await rows<OwnReview & { requestId: string }>(
    db,
    `SELECT r.id AS "requestId",
       CASE WHEN 'rejected' = ANY (r.holds) THEN 'rejected' WHEN 'review' = ANY (r.holds) THEN 'waiting'
         WHEN 'guardian' = ANY (r.holds) THEN 'guardian' ELSE 'paused' END AS state,
       CASE WHEN 'rejected' = ANY (r.holds) THEN d.reason END AS reason,
       CASE WHEN 'rejected' = ANY (r.holds) AND a.id IS NOT NULL THEN coalesce(a.outcome, 'open') END AS appeal
     FROM requests r
     LEFT JOIN LATERAL (SELECT * FROM request_decisions d WHERE d.request_id = r.id
       ORDER BY d.created_at DESC LIMIT 1) AS d ON true
     LEFT JOIN appeals a ON a.request_decision_id = d.id
     WHERE r.id = ANY ($1::uuid[]) AND r.holds <> '{}' AND r.status IN ('pending', 'reserved', 'paid')`,
    [requestIds],
  );
  return new Map(reviews.map(({ requestId, ...review }) => [requestId, review]));
}

/**
 * Returns whether a course must not be bought now, because its request is held, or its learner or payer is suspended.
 */
export function isHeld(client: SqlClient, paymentId: string): Promise<boolean> {
  return hasRow(
    client,
    `SELECT 1 FROM payments p JOIN requests r ON r.id = p.request_id
     WHERE p.id = $1 AND (r.holds <> '{}'
       OR EXISTS (SELECT 1 FROM suspensions s
         WHERE s.user_id IN (p.payer_id, r.learner_id) AND s.lifted_at IS NULL))`,
    [paymentId],
  );
}
