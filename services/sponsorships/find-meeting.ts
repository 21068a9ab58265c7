import type { EntityManager } from 'typeorm';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

/** The meeting of this sponsor about this request, or null. */
export function findMeeting(
  manager: EntityManager,
  requestId: string,
  sponsorId: string,
): Promise<Meeting | null> {
  return manager.findOneBy(MeetingEntity, { requestId, sponsorId });
}
