import type { EntityManager } from 'typeorm';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { notifyOfMeeting } from '../funding.jobs.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

/**
 * Enqueues one mail each to learner and sponsor about the current revision of a meeting; idempotent per revision by
 * the key of the job.
 */
export async function enqueueMeetingMails(
  manager: EntityManager,
  { id, revision }: Pick<Meeting, 'id' | 'revision'>,
): Promise<void> {
  await manager.update(MeetingEntity, id, { toldRevision: revision });
  await enqueue(manager, notifyOfMeeting, { meetingId: id, revision });
}
