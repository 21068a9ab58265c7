import { type EntityManager, IsNull, Not, Or } from 'typeorm';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { meetingParticipants, notifyOfMeeting } from '../funding.jobs.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

type MeetingRevision = Pick<Meeting, 'id' | 'revision'>;

/** Enqueues the mails to learner and sponsor about the current revision of a meeting, once per revision. */
export async function enqueueMeetingMails(
  manager: EntityManager,
  { id, revision }: MeetingRevision,
): Promise<void> {
  const isUntold = Or(IsNull(), Not(revision));
  const { affected } = await manager.update(
    MeetingEntity,
    { id, toldRevision: isUntold },
    { toldRevision: revision },
  );
  if (affected) await enqueueMeetingNotices(manager, { id, revision });
}

/** Enqueues one job per participant about a revision of a meeting; idempotent by the key of the job. */
export async function enqueueMeetingNotices(
  manager: EntityManager,
  { id: meetingId, revision }: MeetingRevision,
): Promise<void> {
  for (const participant of meetingParticipants) {
    await enqueue(manager, notifyOfMeeting, { meetingId, revision, participant });
  }
}
