import { type EntityManager, IsNull, Not } from 'typeorm';
import { cancelMeetings } from '#services/funding/meetings/cancel-meetings.ts';
import { MeetingEntity } from '#services/funding/meetings/meeting.entity.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { RecipientEntity } from './recipient.entity.ts';

/** Promises a mail about a changed request to every sponsor who is going to meet its learner. */
export async function enqueueChangeMails(
  manager: EntityManager,
  requestId: string,
  revision: number,
): Promise<void> {
  for (const id of await findMeetings(manager, requestId))
    await enqueue(manager, deliverMail, { mail: 'request-changed', id, revision });
}

/**
 * Promises a mail about a withdrawn request to whoever waits for something, each once: the meetings that stand are
 * cancelled, which tells both sides; sponsors whom that does not reach and people who were invited get a mail of
 * their own.
 */
export async function enqueueWithdrawalMails(manager: EntityManager, requestId: string): Promise<void> {
  const before = await findMeetings(manager, requestId);
  await cancelMeetings(manager, requestId);
  const told = new Set(await findCancelled(manager, requestId));
  for (const id of before) {
    if (!told.has(id)) await enqueue(manager, deliverMail, { mail: 'request-withdrawn', id });
  }
  for (const { id } of await manager.findBy(RecipientEntity, { requestId }))
    await enqueue(manager, deliverMail, { mail: 'invitation-withdrawn', id });
}

async function findMeetings(manager: EntityManager, requestId: string): Promise<string[]> {
  const meetings = await manager.findBy(MeetingEntity, { requestId, cancelledAt: IsNull() });
  return meetings.map(({ id }) => id);
}

// Whoever was never told of a meeting is not told of its end either.
async function findCancelled(manager: EntityManager, requestId: string): Promise<string[]> {
  const where = { requestId, cancelledAt: Not(IsNull()), toldRevision: Not(IsNull()) };
  return (await manager.findBy(MeetingEntity, where)).map(({ id }) => id);
}
