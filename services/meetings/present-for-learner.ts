import type { EntityManager } from 'typeorm';
import { isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import type { LearnerMeeting } from '#contracts/meetings/meeting-views.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Meeting } from './meeting.entity.ts';

/** Loads the sponsor's name and maps a meeting to the learner's view. */
export async function presentForLearner(manager: EntityManager, meeting: Meeting): Promise<LearnerMeeting> {
  const sponsor = await manager.findOneByOrFail(UserEntity, { id: meeting.sponsorId });
  return toLearnerMeeting({ ...meeting, sponsorName: sponsor.fullName });
}

type Source = Pick<
  Meeting,
  'id' | 'status' | 'startsAt' | 'endsAt' | 'proposedStartsAt' | 'roomUrl' | 'note' | 'toldRevision'
> & { sponsorName: string };

/** Maps a meeting to the wire format; the sponsor's name is known from the invitation on (decision 015). */
export function toLearnerMeeting(meeting: Source): LearnerMeeting {
  return {
    _id: meeting.id,
    status: meeting.status,
    startsAt: meeting.startsAt?.toISOString() ?? null,
    endsAt: meeting.endsAt?.toISOString() ?? null,
    proposedStartsAt: meeting.proposedStartsAt?.toISOString() ?? null,
    roomUrl: isMeetingOpen(meeting.status) ? meeting.roomUrl : null,
    note: meeting.note,
    sponsorName: meeting.toldRevision === null ? null : meeting.sponsorName,
  };
}
