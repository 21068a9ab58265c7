import type { EntityManager } from 'typeorm';
import { lockRow } from '#services/platform/database/sql.ts';
import { visibleToSponsor } from '#services/requests/visible-to-sponsor.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

/**
 * Takes the row lock of this sponsor's meeting about this request; returns undefined when there is none, when it was
 * cancelled, and when the sponsor may no longer see the request.
 */
export function lockMeeting(
  manager: EntityManager,
  { requestId, sponsorId }: Pick<Meeting, 'requestId' | 'sponsorId'>,
): Promise<Meeting | undefined> {
  return lockRow(
    manager,
    MeetingEntity,
    `r.request_id = $1 AND r.sponsor_id = $2 AND r.cancelled_at IS NULL
       AND EXISTS (SELECT 1 FROM requests r WHERE r.id = $1 AND ${visibleToSponsor('$2')})`,
    [requestId, sponsorId],
  );
}
