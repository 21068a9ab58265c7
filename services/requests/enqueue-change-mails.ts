import { type EntityManager, IsNull, Not } from 'typeorm';
import { cancelMeetings } from '#services/funding/meetings/cancel-meetings.ts';
import { MeetingEntity } from '#services/funding/meetings/meeting.entity.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { RecipientEntity } from './recipient.entity.ts';

/** Enqueues a mail about a changed request to every sponsor who has a meeting about it. */
export async function enqueueChangeMails(
  manager: EntityManager,
  requestId: string,
  revision: number,
): Promise<void> {
  for (const id of await findMeetings(manager, requestId))
    await enqueue(manager, deliverMail, { mail: 'request-changed', id, revision });
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
