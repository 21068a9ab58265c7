import type { acceptMeetingProposal as contract } from '#contracts/funding/sponsorships.ts';
import { allowsMeetingAction, meetingTransitions } from '#contracts/meetings/meeting-status.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { enqueueMeetingMails, mailsLater } from './enqueue-meeting-mails.ts';
import { lockMeeting } from './lock-meeting.ts';
import type { Meeting } from './meeting.entity.ts';
import { presentMeeting } from './present-meeting.ts';
import { meetingTimes, nextRevision, reviseMeeting } from './update-meeting.ts';

const message = 'You have agreed on the time. The new invitation is on its way to both of you.';

/**
 * Accepts the time that the learner proposed. @throws HttpError 404 unless the caller arranged the meeting, 409 when
 * it has changed or the time has passed.
 */
export const acceptMeetingProposal: Handler<typeof contract> = ({ params, body, caller }, { db, config }) =>
  inTransaction(db, async (manager) => {
    const meeting = await lockMeeting(manager, { requestId: params.id, sponsorId: caller.id });
    if (!meeting) throw notFound('There is no such meeting.');
    const request = await manager.findOneByOrFail(HelpRequestEntity, { id: params.id });
    const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
    const startsAt = new Date(body.startsAt);
    if (meeting.status === 'accepted' && meeting.startsAt?.getTime() === startsAt.getTime()) {
      return {
        message: 'You have already agreed on this time.',
        data: presentMeeting(meeting, { request, learner, brand: config.brand }),
      };
    }
    rejectOutdatedProposal(meeting, startsAt, await databaseNow(manager));
    const agreed = await reviseMeeting(manager, meeting, {
      status: meetingTransitions.acceptCounterProposal.to,
      ...meetingTimes(startsAt),
      proposedStartsAt: null,
      answeredRevision: nextRevision(meeting),
    });
    const isDelayed = await enqueueMeetingMails(manager, agreed);
    publishChange(manager, learner.id, caller.id);
    const notified = { ...agreed, toldRevision: agreed.revision };
    return {
      message: isDelayed ? mailsLater : message,
      data: presentMeeting(notified, { request, learner, brand: config.brand }),
    };
  });

function rejectOutdatedProposal(meeting: Meeting, startsAt: Date, now: Date): void {
  const isShown = meeting.proposedStartsAt?.getTime() === startsAt.getTime();
  if (!allowsMeetingAction(meeting.status, 'acceptCounterProposal') || !isShown) {
    throw conflict('This meeting has changed since you opened this page. Please look at it again.');
  }
  if (startsAt <= now) throw conflict('This time has passed. Please propose another one.');
}
