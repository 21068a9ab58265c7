import { type EntityManager, IsNull } from 'typeorm';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

/** Returns the meeting of this sponsor about this request, or null when there is none or it was cancelled. */
export function findMeeting(
  manager: EntityManager,
  requestId: string,
  sponsorId: string,
): Promise<Meeting | null> {
  return manager.findOneBy(MeetingEntity, { requestId, sponsorId, cancelledAt: IsNull() });
}
