import { type DataSource, In } from 'typeorm';
import { MeetingEntity } from './meeting.entity.ts';

/** On which of these requests the sponsor has chosen a meeting. */
export async function findMetRequests(
  db: DataSource,
  sponsorId: string,
  ids: string[],
): Promise<Set<string>> {
  const meetings = await db.getRepository(MeetingEntity).findBy({ sponsorId, requestId: In(ids) });
  return new Set(meetings.map(({ requestId }) => requestId));
}
