import type { EntityManager } from 'typeorm';
import {
  allowsMeetingAction,
  hasTakenPlace,
  type MeetingAction,
} from '#contracts/meetings/meeting-status.ts';
import type {
  replyToMeeting as contract,
  MeetingReply,
  readMeetingLink as readContract,
  replyByMeetingLink as replyContract,
} from '#contracts/meetings/meetings.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import type { Config } from '#services/platform/config.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow, lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, invalid, notFound } from '#services/platform/errors.ts';
import { links } from '#services/platform/tokens/links.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';
import { enqueueMeetingMails, mailsLater } from './meeting-mails.ts';
import { nextRevision, parseFutureTime, reviseMeeting } from './meetings.ts';
import { presentForLearner } from './present-meetings.ts';

/** The replies: their actions in the transition table, and the messages, also for the same reply again. */
const replies = {
  accept: {
    action: 'accept',
    message: 'You have accepted. We tell the sponsor by e-mail.',
    unchanged: 'You have already accepted this meeting.',
  },
  propose: {
    action: 'counterPropose',
    message: 'Your proposal is on its way to the sponsor.',
    unchanged: 'You have already proposed this time.',
  },
  decline: {
    action: 'decline',
    message: 'You have declined. We tell the sponsor, without a reason.',
    unchanged: 'You have already declined this meeting.',
  },
} as const satisfies Record<MeetingReply['answer'], { action: MeetingAction } & Record<string, string>>;

/** Records a learner's reply to a meeting; 404 for a meeting about the request of another learner. */
export const replyToMeeting: Handler<typeof contract> = ({ params, body, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const { message, meeting } = await recordReply(manager, params.id, caller.id, body);
    return { message, data: await presentForLearner(manager, meeting) };
  });

/**
 * Applies a learner's reply to a meeting by the transition table, enqueues the notices, and returns the meeting.
 * The same reply again changes nothing. @throws HttpError 404 for a meeting that is not this learner's, 409 when
 * its status or its time has changed since it was shown, 422 for a time in the past or over a year ahead.
 */
async function recordReply(
  manager: EntityManager,
  meetingId: string,
  learnerId: string,
  reply: MeetingReply,
): Promise<{ message: string; meeting: Meeting }> {
  const meeting = await lockMeetingOfLearner(manager, meetingId, learnerId);
  const { action, message, unchanged } = replies[reply.answer];
  if (isRepeated(meeting, reply)) return { message: unchanged, meeting };
  const now = await databaseNow(manager);
  rejectImpossibleReply(meeting, reply, action, now);
  const changed = await reviseMeeting(manager, meeting, changesFor(meeting, reply, now));
  const isDelayed = await enqueueMeetingMails(manager, changed);
  publishChange(manager, learnerId, meeting.sponsorId);
  const notified = { ...changed, notifiedRevision: changed.revision };
  return { message: isDelayed ? mailsLater : message, meeting: notified };
}

async function lockMeetingOfLearner(manager: EntityManager, id: string, learnerId: string): Promise<Meeting> {
  const ownMeeting = 'r.id = $1 AND r.request_id IN (SELECT id FROM requests WHERE learner_id = $2)';
  const meeting = await lockRow(manager, MeetingEntity, ownMeeting, [id, learnerId]);
  if (!meeting) throw notFound('There is no such meeting.');
  return meeting;
}

function isRepeated(meeting: Meeting, reply: MeetingReply): boolean {
  const { status } = meeting;
  if (reply.answer === 'decline') return status === 'declined';
  const isTime = (time: Date | null) => isSameTime(time, reply.startsAt);
  if (reply.answer === 'accept') return status === 'accepted' && isTime(meeting.startsAt);
  return status === 'counter_proposed' && isTime(meeting.proposedStartsAt);
}

function isSameTime(time: Date | null, shown: string | undefined): boolean {
  return time !== null && shown !== undefined && time.getTime() === Date.parse(shown);
}

function rejectImpossibleReply(meeting: Meeting, reply: MeetingReply, action: MeetingAction, now: Date) {
  if (meeting.status === 'cancelled') throw conflict('This meeting was cancelled.');
  if (meeting.status === 'declined') throw conflict('You have declined this meeting.');
  if (hasTakenPlace(meeting, now.getTime())) throw conflict('This meeting is already over.');
  if (reply.answer === 'accept' && !isSameTime(meeting.startsAt, reply.startsAt))
    throw conflict(
      'The time of this meeting has changed since you opened this page. Please look at it again.',
    );
  if (reply.answer === 'accept' && meeting.startsAt && meeting.startsAt <= now)
    throw conflict('This time has passed. Please propose another one.');
  if (!allowsMeetingAction(meeting.status, action))
    throw conflict('This meeting has changed since you opened this page. Please look at it again.');
}

function changesFor(meeting: Meeting, reply: MeetingReply, now: Date): Partial<Meeting> {
  switch (reply.answer) {
    case 'accept':
      return { status: 'accepted', proposedStartsAt: null, answeredRevision: nextRevision(meeting) };
    case 'propose':
      return {
        status: 'counter_proposed',
        proposedStartsAt: parseFutureTime(reply.startsAt ?? '', now),
        answeredRevision: null,
      };
    case 'decline':
      return { status: 'declined', proposedStartsAt: null, cancelledAt: now };
  }
}

/** Returns the meeting of a mail's link. Changes nothing, because mail scanners open links. */
export const readMeetingLink: Handler<typeof readContract> = async ({ query }, { db, config }) => {
  const { meeting, request } = await openLink(db.manager, query.token, config);
  return { message: 'Your meeting', data: await present(db.manager, meeting, request) };
};

/** Records the learner's reply to the meeting of a mail's link. */
export const replyByMeetingLink: Handler<typeof replyContract> = ({ body }, { db, config }) =>
  inTransaction(db, async (manager) => {
    const { meeting, request } = await openLink(manager, body.token, config);
    const replied = await recordReply(manager, meeting.id, request.learnerId, body);
    return { message: replied.message, data: await present(manager, replied.meeting, request) };
  });

async function openLink(manager: EntityManager, token: string, config: Config) {
  const link = await links.meeting.verify(token, config);
  const meeting = link && (await manager.findOneBy(MeetingEntity, { id: link.sub }));
  const request = meeting && (await manager.findOneBy(HelpRequestEntity, { id: meeting.requestId }));
  const learner = request && (await manager.findOneBy(UserEntity, { id: request.learnerId }));
  if (!learner || addressHash(learner.email) !== link.to)
    throw invalid('This link does not work any more. Please reply on your dashboard.');
  return { meeting, request };
}

async function present(manager: EntityManager, meeting: Meeting, { courseTitle }: HelpRequest) {
  return { ...(await presentForLearner(manager, meeting)), courseTitle };
}
