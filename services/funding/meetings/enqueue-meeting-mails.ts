import type { EntityManager } from 'typeorm';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { notifyOfMeeting } from '../funding.jobs.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

/** Promises learner and sponsor one mail each about the meeting as it is now; asked twice, it is promised once. */
export async function enqueueMeetingMails(
  manager: EntityManager,
  { id, revision }: Pick<Meeting, 'id' | 'revision'>,
): Promise<void> {
  await manager.update(MeetingEntity, id, { toldRevision: revision });
  await enqueue(manager, notifyOfMeeting, { meetingId: id, revision });
}
