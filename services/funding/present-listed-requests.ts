import { type DataSource, In } from 'typeorm';
import { isOpen } from '#contracts/request-status.ts';
import type { ListedRequest } from '#contracts/request-views.ts';
import { findPeople } from '#services/accounts/find-people.ts';
import { PaymentEntity, type PaymentStatus } from '#services/payments/payment.entity.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { findInvitingRequests } from '#services/requests/find-inviting-requests.ts';
import { presentListedRequest } from '#services/requests/present-listed-request.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { findRequestsWithMeeting } from './meetings/find-requests-with-meeting.ts';

/**
 * Maps requests to the caller's view: the learner's e-mail only for operators and for a sponsor who has a meeting
 * about the request.
 */
export async function presentListedRequests(
  db: DataSource,
  caller: Caller,
  requests: HelpRequest[],
  isFair: boolean,
): Promise<ListedRequest[]> {
  const ids = requests.map(({ id }) => id);
  const closed = requests.filter(({ status }) => !isOpen(status)).map(({ id }) => id);
  const [learners, withMeeting, invitations, payments, now] = await Promise.all([
    findPeople(db, { id: In(requests.map(({ learnerId }) => learnerId)) }),
    findRequestsWithMeeting(db, caller.id, ids),
    findInvitingRequests(db, caller.id, ids),
    findOwnPayments(db, caller.id, closed),
    databaseNow(db),
  ]);
  return requests.map((request) =>
    presentListedRequest(request, {
      now,
      learner: learners.get(request.learnerId),
      showsEmail: withMeeting.has(request.id) || caller.role === 'operator',
      isInvitation: invitations.has(request.id),
      payment: payments.get(request.id),
      isFair,
    }),
  );
}

/** Returns the status of the sponsor's newest payment for each of these requests. */
async function findOwnPayments(
  db: DataSource,
  payerId: string,
  requestIds: string[],
): Promise<Map<string, PaymentStatus>> {
  if (requestIds.length === 0) return new Map();
  const payments = await db
    .getRepository(PaymentEntity)
    .find({ where: { payerId, requestId: In(requestIds) }, order: { createdAt: 'ASC' } });
  return new Map(payments.map(({ requestId, status }) => [requestId, status]));
}
