import type { changeMeeting as contract } from '#contracts/funding/sponsorships.ts';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { enqueueMeetingMails, mailsLater } from './enqueue-meeting-mails.ts';
import { lockMeeting } from './lock-meeting.ts';
import { presentMeeting } from './present-meeting.ts';
import { updateMeeting } from './update-meeting.ts';

/**
 * Changes time or note of a meeting and enqueues the new invitation for both participants. Allowed until the meeting
 * is over, also after the course was paid. @throws HttpError 404 unless the caller arranged it, 409 when it is over.
 */
export const changeMeeting: Handler<typeof contract> = ({ params, body, caller }, { db, config }) =>
  inTransaction(db, async (manager) => {
    const meeting = await lockMeeting(manager, { requestId: params.id, sponsorId: caller.id });
    if (!meeting) throw notFound('There is no such meeting.');
    const now = await databaseNow(manager);
    if (hasTakenPlace(meeting, now.getTime())) throw conflict('This meeting is already over.');
    const moved = await updateMeeting(manager, meeting, body, now);
    const request = await manager.findOneByOrFail(HelpRequestEntity, { id: params.id });
    const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
    if (moved === meeting) {
      return {
        message: 'Nothing has changed.',
        data: presentMeeting(meeting, { request, learner, brand: config.brand }),
      };
    }
    const isDelayed = await enqueueMeetingMails(manager, moved);
    publishChange(manager, learner.id, caller.id);
    const notified = { ...moved, toldRevision: moved.revision };
    return {
      message: isDelayed ? mailsLater : 'The new invitation is on its way to both of you.',
      data: presentMeeting(notified, { request, learner, brand: config.brand }),
    };
  });
