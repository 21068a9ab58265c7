import { type EntityManager, IsNull, Not, Or } from 'typeorm';
import { consumeMailBudget } from '#services/accounts/mail-budget/mail-budget.ts';
import { row } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';
import { meetingParticipants, notifyOfMeeting } from './meetings.jobs.ts';

type MeetingRevision = Pick<Meeting, 'id' | 'revision'>;

/** Message of a call when a mail waits for the summary. */
export const mailsLater =
  'It is saved. You two got many mails about each other today, so the next one follows later and contains the latest state.';

/**
 * Enqueues the mails to learner and sponsor about the current revision of a meeting, once per revision. Returns whether
 * one of them waits for the summary.
 */
export async function enqueueMeetingMails(
  manager: EntityManager,
  { id, revision }: MeetingRevision,
): Promise<boolean> {
  const unnotified = { id, notifiedRevision: Or(IsNull(), Not(revision)) };
  const { affected } = await manager.update(MeetingEntity, unnotified, { notifiedRevision: revision });
  return affected ? enqueueMeetingNotices(manager, { id, revision }) : false;
}

/**
 * Enqueues one job per participant about a revision of a meeting; idempotent by the key of the job. Beyond the pair's
 * budget, one job at the end of the window sends the state of that time. Returns whether one waits for it.
 */
export async function enqueueMeetingNotices(
  manager: EntityManager,
  { id: meetingId, revision }: MeetingRevision,
): Promise<boolean> {
  const pair = await row<Record<(typeof meetingParticipants)[number], string>>(
    manager,
    `SELECT r.learner_id AS learner, m.sponsor_id AS sponsor FROM meetings m JOIN requests r ON r.id = m.request_id
     WHERE m.id = $1`,
    [meetingId],
  );
  if (!pair) throw new Error(`There is no meeting ${meetingId}`);
  let isDelayed = false;
  for (const participant of meetingParticipants) {
    const aboutId = participant === 'learner' ? pair.sponsor : pair.learner;
    const budget = { recipientId: pair[participant], aboutId };
    const { delayMs, summaryKey } = await consumeMailBudget(manager, budget);
    const notice = { meetingId, revision, participant };
    if (summaryKey) {
      isDelayed = true;
      const key = `${meetingId}:${participant}:${summaryKey}`;
      await enqueue(manager, notifyOfMeeting, { ...notice, isLatest: true }, { delayMs, key });
    } else await enqueue(manager, notifyOfMeeting, notice);
  }
  return isDelayed;
}

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
    const budget = { recipientId: sponsorId, aboutId: learnerId };
    const { delayMs, summaryKey } = await consumeMailBudget(manager, budget);
    const mail = { mail: 'request-changed', id, revision } as const;
    const key = summaryKey && { key: `request-changed:${id}:${summaryKey}` };
    await enqueue(manager, deliverMail, mail, { delayMs, ...key });
  }
}
