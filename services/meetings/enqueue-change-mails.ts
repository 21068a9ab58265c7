import { type EntityManager, IsNull, Not } from 'typeorm';
import { consumeMailBudget } from '#services/accounts/mail-budget/consume-mail-budget.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { RecipientEntity } from '#services/requests/recipient.entity.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { cancelMeetings } from './cancel-meetings.ts';
import { MeetingEntity } from './meeting.entity.ts';

/**
 * Enqueues a mail about a changed request to every sponsor who has a meeting about it; beyond a pair's budget, one at the
 * end of the window about the request of that time.
 */
export async function enqueueChangeMails(
  manager: EntityManager,
  { id: requestId, learnerId }: Pick<HelpRequest, 'id' | 'learnerId'>,
  revision: number,
): Promise<void> {
  const meetings = await manager.find(MeetingEntity, {
    where: { requestId, cancelledAt: IsNull() },
    // One order for all transactions, which lock the budgets of several sponsors.
    order: { sponsorId: 'ASC' },
  });
  for (const { id, sponsorId } of meetings) {
    const { delayMs, summaryKey } = await consumeMailBudget(manager, {
      recipientId: sponsorId,
      aboutId: learnerId,
    });
    const mail = { mail: 'request-changed', id, revision } as const;
    await enqueue(manager, deliverMail, mail, {
      delayMs,
      ...(summaryKey && { key: `request-changed:${id}:${summaryKey}` }),
    });
  }
}

/**
 * Cancels the meetings of a withdrawn request, which mails both participants, and enqueues a mail to the remaining
 * sponsors with a meeting and to the invited recipients. Each address gets one mail.
 */
export async function enqueueWithdrawalMails(manager: EntityManager, requestId: string): Promise<void> {
  const before = await findMeetings(manager, requestId);
  await cancelMeetings(manager, requestId);
  const mailed = new Set(await findCancelled(manager, requestId));
  for (const id of before) {
    if (!mailed.has(id)) await enqueue(manager, deliverMail, { mail: 'request-withdrawn', id });
  }
  for (const { id } of await manager.findBy(RecipientEntity, { requestId }))
    await enqueue(manager, deliverMail, { mail: 'invitation-withdrawn', id });
}

async function findMeetings(manager: EntityManager, requestId: string): Promise<string[]> {
  const meetings = await manager.findBy(MeetingEntity, { requestId, cancelledAt: IsNull() });
  return meetings.map(({ id }) => id);
}

// A participant who was never mailed about a meeting gets no cancellation either.
async function findCancelled(manager: EntityManager, requestId: string): Promise<string[]> {
  const where = { requestId, cancelledAt: Not(IsNull()), toldRevision: Not(IsNull()) };
  return (await manager.findBy(MeetingEntity, where)).map(({ id }) => id);
}
