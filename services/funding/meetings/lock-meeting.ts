import type { EntityManager } from 'typeorm';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

/** Locks the meeting of this sponsor about this request; null when there is none that stands. */
export function lockMeeting(
  manager: EntityManager,
  { requestId, sponsorId }: Pick<Meeting, 'requestId' | 'sponsorId'>,
): Promise<Meeting | null> {
  return manager
    .createQueryBuilder(MeetingEntity, 'm')
    .setLock('pessimistic_write')
    .where('m.requestId = :requestId AND m.sponsorId = :sponsorId', { requestId, sponsorId })
    .andWhere('m.cancelledAt IS NULL')
    .getOne();
}
