import type { EntityManager } from 'typeorm';
import { sendWaitingInvitations } from '#services/accounts/accounts.jobs.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { cancelMeetings } from '#services/meetings/cancel-meetings.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { changeHolds } from '#services/requests/hold-request.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type RequestDecision, RequestDecisionEntity } from './request-decision.entity.ts';

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
  await changeHolds(
    manager,
    { requestId },
    isApproved ? { remove: ['review', 'rejected'] } : { add: ['rejected'], remove: ['review', 'frozen'] },
  );
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
