import type { EntityManager } from 'typeorm';
import { lockRow } from '#services/platform/database/sql.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

/**
 * Takes the row lock of this sponsor's meeting about this request; returns undefined when there is none or it was
 * cancelled.
 */
export function lockMeeting(
  manager: EntityManager,
  { requestId, sponsorId }: Pick<Meeting, 'requestId' | 'sponsorId'>,
): Promise<Meeting | undefined> {
  return lockRow(manager, MeetingEntity, { requestId, sponsorId, cancelledAt: null });
}
