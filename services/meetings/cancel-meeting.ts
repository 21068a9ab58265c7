import type { cancelMeeting as contract } from '#contracts/funding/sponsorships.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { cancelMeetings } from './cancel-meetings.ts';
import { lockMeeting } from './lock-meeting.ts';

/**
 * Cancels a meeting that is not over, and notifies both participants. @throws HttpError 404 unless the caller arranged
 * it, 409 when it is over.
 */
export const cancelMeeting: Handler<typeof contract> = ({ params, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const meeting = await lockMeeting(manager, { requestId: params.id, sponsorId: caller.id });
    if (!meeting) throw notFound('There is no such meeting.');
    const cancelled = await cancelMeetings(manager, params.id, caller.id);
    if (cancelled === 0) throw conflict('This meeting is already over.');
    const { learnerId } = await manager.findOneByOrFail(HelpRequestEntity, { id: params.id });
    publishChange(manager, learnerId, caller.id);
    return { message: 'The meeting is cancelled. We tell both of you by e-mail.' };
  });
