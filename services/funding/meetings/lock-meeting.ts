import type { EntityManager } from 'typeorm';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

/**
 * Takes the row lock of this sponsor's meeting about this request; returns null when there is none or it was
 * cancelled.
 */
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
