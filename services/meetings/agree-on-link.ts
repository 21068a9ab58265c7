import type { EntityManager } from 'typeorm';
import { parseMeetingLink } from '#contracts/meetings/meeting-link.ts';
import { hasTakenPlace, isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import type {
  answerMeetingLink as answerContract,
  proposeMeetingLink as proposeContract,
} from '#contracts/meetings/meetings.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow, lockRow, row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';
import { enqueueMeetingMails } from './meeting-mails.ts';
import { presentRoom } from './meeting-room.ts';
import { reviseMeeting } from './meetings.ts';

/** Stores the link of a call that a participant proposes; it takes the place of an earlier proposal. Notifies both by mail. */
export const proposeMeetingLink: Handler<typeof proposeContract> = async ({ params, body, caller }, deps) => {
  const proposedRoomUrl = parseMeetingLink(body.url)?.url ?? null;
  await inTransaction(deps.db, async (manager) => {
    const meeting = await lockOwnMeeting(manager, params.id, caller.id);
    if (proposedRoomUrl === meeting.roomUrl) throw conflict('You have agreed on this link already.');
    if (proposedRoomUrl === meeting.proposedRoomUrl && meeting.roomProposedBy === caller.id) return;
    await revise(manager, meeting, { proposedRoomUrl, roomProposedBy: caller.id });
  });
  const data = await presentRoom(params.id, caller.id, deps);
  return { message: 'Your link is on its way. It is used once the other has accepted it.', data };
};

/**
 * Uses a proposed link from now on, if the other participant accepts it; otherwise removes the proposal.
 * @throws HttpError 409 for another proposal than the one that is stored, and for the acceptance by who proposed it.
 */
export const answerMeetingLink: Handler<typeof answerContract> = async ({ params, body, caller }, deps) => {
  await inTransaction(deps.db, async (manager) => {
    const meeting = await lockOwnMeeting(manager, params.id, caller.id);
    const { proposedRoomUrl, roomProposedBy } = meeting;
    if (!proposedRoomUrl || parseMeetingLink(body.url)?.url !== proposedRoomUrl)
      throw conflict('This proposal has changed since you opened this page. Please look at it again.');
    const cleared = { proposedRoomUrl: null, roomProposedBy: null };
    if (!body.isAccepted) {
      await manager.update(MeetingEntity, meeting.id, cleared);
      return publishToBoth(manager, meeting);
    }
    if (roomProposedBy === caller.id) throw conflict('The other one has to accept your link.');
    await revise(manager, meeting, { ...cleared, roomUrl: proposedRoomUrl });
  });
  const message = body.isAccepted
    ? 'You meet there. The new invitation is on its way to both of you.'
    : 'The link is not used. Everything stays as it was.';
  return { message, data: await presentRoom(params.id, caller.id, deps) };
};

async function lockOwnMeeting(manager: EntityManager, id: string, callerId: string): Promise<Meeting> {
  const own = `r.id = $1 AND ($2 = r.sponsor_id
    OR EXISTS (SELECT 1 FROM requests q WHERE q.id = r.request_id AND q.learner_id = $2))`;
  const meeting = await lockRow(manager, MeetingEntity, own, [id, callerId]);
  if (!meeting) throw notFound('There is no such meeting.');
  if (!isMeetingOpen(meeting.status)) throw conflict('This meeting was cancelled or declined.');
  if (meeting.status === 'awaiting_time' || meeting.status === 'counter_proposed')
    throw conflict('You have not agreed on a time yet.');
  const now = await databaseNow(manager);
  if (hasTakenPlace(meeting, now.getTime())) throw conflict('This meeting is already over.');
  return meeting;
}

async function revise(manager: EntityManager, meeting: Meeting, changes: Partial<Meeting>): Promise<void> {
  const changed = await reviseMeeting(manager, meeting, changes);
  // Before the invitation was sent, it will contain the change.
  if (meeting.notifiedRevision !== null) await enqueueMeetingMails(manager, changed);
  await publishToBoth(manager, meeting);
}

async function publishToBoth(manager: EntityManager, { requestId, sponsorId }: Meeting): Promise<void> {
  const request = await row<{ learnerId: string }>(
    manager,
    'SELECT learner_id AS "learnerId" FROM requests WHERE id = $1',
    [requestId],
  );
  publishChange(manager, sponsorId, ...(request ? [request.learnerId] : []));
}
