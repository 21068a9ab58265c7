import type { EntityManager } from 'typeorm';
import {
  allowsMeetingAction,
  hasTakenPlace,
  type MeetingAction,
} from '#contracts/meetings/meeting-status.ts';
import type { replyToMeeting as contract, MeetingReply } from '#contracts/meetings/meetings.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { enqueueMeetingMails, mailsLater } from './enqueue-meeting-mails.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';
import { presentForLearner } from './present-for-learner.ts';
import { nextRevision, parseFutureTime, reviseMeeting } from './update-meeting.ts';

const messages = {
  accept: 'You have accepted. We tell the sponsor by e-mail.',
  propose: 'Your proposal is on its way to the sponsor.',
  decline: 'You have declined. We tell the sponsor, without a reason.',
};
const unchanged = {
  accept: 'You have already accepted this meeting.',
  propose: 'You have already proposed this time.',
  decline: 'You have already declined this meeting.',
};
const actions = { accept: 'accept', propose: 'counterPropose', decline: 'decline' } as const satisfies Record<
  MeetingReply['answer'],
  MeetingAction
>;

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
export async function recordReply(
  manager: EntityManager,
  meetingId: string,
  learnerId: string,
  reply: MeetingReply,
): Promise<{ message: string; meeting: Meeting }> {
  const meeting = await lockMeetingOfLearner(manager, meetingId, learnerId);
  if (isRepeated(meeting, reply)) return { message: unchanged[reply.answer], meeting };
  const now = await databaseNow(manager);
  rejectImpossibleReply(meeting, reply, now);
  const changed = await reviseMeeting(manager, meeting, changesFor(meeting, reply, now));
  const isDelayed = await enqueueMeetingMails(manager, changed);
  publishChange(manager, learnerId, meeting.sponsorId);
  const message = isDelayed ? mailsLater : messages[reply.answer];
  return { message, meeting: { ...changed, toldRevision: changed.revision } };
}

async function lockMeetingOfLearner(manager: EntityManager, id: string, learnerId: string): Promise<Meeting> {
  const meeting = await lockRow(
    manager,
    MeetingEntity,
    'r.id = $1 AND r.request_id IN (SELECT id FROM requests WHERE learner_id = $2)',
    [id, learnerId],
  );
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

function rejectImpossibleReply(meeting: Meeting, reply: MeetingReply, now: Date): void {
  if (meeting.status === 'cancelled') throw conflict('This meeting was cancelled.');
  if (meeting.status === 'declined') throw conflict('You have declined this meeting.');
  if (hasTakenPlace(meeting, now.getTime())) throw conflict('This meeting is already over.');
  if (reply.answer === 'accept' && !isSameTime(meeting.startsAt, reply.startsAt)) {
    throw conflict(
      'The time of this meeting has changed since you opened this page. Please look at it again.',
    );
  }
  if (reply.answer === 'accept' && meeting.startsAt && meeting.startsAt <= now) {
    throw conflict('This time has passed. Please propose another one.');
  }
  if (!allowsMeetingAction(meeting.status, actions[reply.answer])) {
    throw conflict('This meeting has changed since you opened this page. Please look at it again.');
  }
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
