import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/funding/sponsorships.ts';
import {
  allowsMeetingAction,
  hasTakenPlace,
  meetingTransitions,
} from '#contracts/meetings/meeting-status.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import type { Config } from '#services/platform/config.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { lockOpenRequest } from '#services/requests/visible-to-sponsor.ts';
import { cancelMeetings } from './cancel-meetings.ts';
import type { Meeting } from './meeting.entity.ts';
import { enqueueMeetingMails, mailsLater } from './meeting-mails.ts';
import { lockMeeting, meetingTimes, nextRevision, reviseMeeting, updateMeeting } from './meetings.ts';
import { presentMeeting } from './present-meetings.ts';
import { upsertMeeting } from './upsert-meeting.ts';

/** Arranges a meeting; from then on the sponsor may read the learner's e-mail address. */
export const arrangeMeeting: Handler<typeof contracts.arrangeMeeting> = (
  { params, body, caller },
  { config, db },
) =>
  inTransaction(db, async (manager) => {
    const request = await lockOpenRequest(manager, params.id, caller.id);
    const ids = { requestId: request.id, sponsorId: caller.id };
    const meeting = await upsertMeeting(manager, ids, body, config);
    publishChange(manager, request.learnerId, caller.id);
    const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
    const data = presentMeeting(meeting, { request, learner, brand: config.brand });
    return { message: 'Your meeting is arranged.', data };
  });

/**
 * Changes time or note of a meeting and enqueues the new invitation for both participants. Allowed until the meeting
 * is over, also after the course was paid. @throws HttpError 404 unless the caller arranged it, 409 when it is over.
 */
export const changeMeeting: Handler<typeof contracts.changeMeeting> = (
  { params, body, caller },
  { db, config },
) =>
  inTransaction(db, async (manager) => {
    const meeting = await lockOwnMeeting(manager, params.id, caller.id);
    const now = await databaseNow(manager);
    if (hasTakenPlace(meeting, now.getTime())) throw conflict('This meeting is already over.');
    const moved = await updateMeeting(manager, meeting, body, now);
    const about = await findAbout(manager, params.id, config);
    if (moved === meeting) return { message: 'Nothing has changed.', data: presentMeeting(meeting, about) };
    return announce(manager, moved, about, 'The new invitation is on its way to both of you.');
  });

/**
 * Accepts the time that the learner proposed. @throws HttpError 404 unless the caller arranged the meeting, 409 when
 * it has changed or the time has passed.
 */
export const acceptMeetingProposal: Handler<typeof contracts.acceptMeetingProposal> = (
  { params, body, caller },
  { db, config },
) =>
  inTransaction(db, async (manager) => {
    const meeting = await lockOwnMeeting(manager, params.id, caller.id);
    const about = await findAbout(manager, params.id, config);
    const startsAt = new Date(body.startsAt);
    if (meeting.status === 'accepted' && meeting.startsAt?.getTime() === startsAt.getTime())
      return { message: 'You have already agreed on this time.', data: presentMeeting(meeting, about) };
    rejectOutdatedProposal(meeting, startsAt, await databaseNow(manager));
    const agreed = await reviseMeeting(manager, meeting, {
      status: meetingTransitions.acceptCounterProposal.to,
      ...meetingTimes(startsAt),
      proposedStartsAt: null,
      answeredRevision: nextRevision(meeting),
    });
    const message = 'You have agreed on the time. The new invitation is on its way to both of you.';
    return announce(manager, agreed, about, message);
  });

async function lockOwnMeeting(manager: EntityManager, requestId: string, sponsorId: string) {
  const meeting = await lockMeeting(manager, { requestId, sponsorId });
  if (!meeting) throw notFound('There is no such meeting.');
  return meeting;
}

type About = Parameters<typeof presentMeeting>[1];

async function findAbout(manager: EntityManager, requestId: string, { brand }: Config): Promise<About> {
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: requestId });
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  return { request, learner, brand };
}

/** Enqueues the mails about a revised meeting, and returns the response with the meeting as it is then. */
async function announce(manager: EntityManager, revised: Meeting, about: About, message: string) {
  const isDelayed = await enqueueMeetingMails(manager, revised);
  publishChange(manager, about.learner.id, revised.sponsorId);
  const notified = { ...revised, notifiedRevision: revised.revision };
  return { message: isDelayed ? mailsLater : message, data: presentMeeting(notified, about) };
}

function rejectOutdatedProposal(meeting: Meeting, startsAt: Date, now: Date): void {
  const isShown = meeting.proposedStartsAt?.getTime() === startsAt.getTime();
  if (!allowsMeetingAction(meeting.status, 'acceptCounterProposal') || !isShown)
    throw conflict('This meeting has changed since you opened this page. Please look at it again.');
  if (startsAt <= now) throw conflict('This time has passed. Please propose another one.');
}

/**
 * Cancels a meeting that is not over, and notifies both participants. @throws HttpError 404 unless the caller arranged
 * it, 409 when it is over.
 */
export const cancelMeeting: Handler<typeof contracts.cancelMeeting> = ({ params, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    await lockOwnMeeting(manager, params.id, caller.id);
    const cancelled = await cancelMeetings(manager, params.id, caller.id);
    if (cancelled === 0) throw conflict('This meeting is already over.');
    const { learnerId } = await manager.findOneByOrFail(HelpRequestEntity, { id: params.id });
    publishChange(manager, learnerId, caller.id);
    return { message: 'The meeting is cancelled. We tell both of you by e-mail.' };
  });
