import { type DataSource, In, IsNull } from 'typeorm';
import { MeetingEntity } from './meeting.entity.ts';

/** Returns those of the given request ids for which the sponsor has a meeting that was not cancelled. */
export async function findRequestsWithMeeting(
  db: DataSource,
  sponsorId: string,
  ids: string[],
): Promise<Set<string>> {
  const meetings = await db
    .getRepository(MeetingEntity)
    .findBy({ sponsorId, requestId: In(ids), cancelledAt: IsNull() });
  return new Set(meetings.map(({ requestId }) => requestId));
}
