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
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findVisibleRequest } from '#services/requests/visible-to-sponsor.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';
import { enqueueMeetingMails, mailsLater } from './meeting-mails.ts';
import { presentRoom } from './meeting-room.ts';
import { reviseMeeting } from './meetings.ts';

const untilAccepted = 'It is used once the other has accepted it.';
const proposed = {
  sent: `Your link is on its way. ${untilAccepted}`,
  later: mailsLater,
  unsent: `Your link is saved, and the invitation will contain it. ${untilAccepted}`,
  unchanged: `You have proposed this link already. ${untilAccepted}`,
};
const agreed = {
  sent: 'You meet there. The new invitation is on its way to both of you.',
  later:
    'You meet there. You two got many mails about each other today, so the new invitation follows later.',
  unsent: 'You meet there. The invitation will contain the link.',
};

/**
 * Stores the link of a call that a participant proposes; it takes the place of an earlier proposal. Notifies both by mail.
 * @throws HttpError 409 also while the request is held.
 */
export const proposeMeetingLink: Handler<typeof proposeContract> = async ({ params, body, caller }, deps) => {
  const proposedRoomUrl = parseMeetingLink(body.url)?.url ?? null;
  const notice = await inTransaction(deps.db, async (manager) => {
    const { meeting, request } = await lockOwnMeeting(manager, params.id, caller.id);
    rejectHeld(request);
    if (proposedRoomUrl === meeting.roomUrl) throw conflict('You have agreed on this link already.');
    if (proposedRoomUrl === meeting.proposedRoomUrl && meeting.roomProposedBy === caller.id)
      return 'unchanged';
    return revise(manager, meeting, { proposedRoomUrl, roomProposedBy: caller.id });
  });
  return { message: proposed[notice], data: await presentRoom(params.id, caller.id, deps) };
};

/**
 * Uses a proposed link from now on, if the other participant accepts it; otherwise removes the proposal.
 * @throws HttpError 409 for another proposal than the one that is stored, for the acceptance by who proposed it, and for one while
 * the request is held.
 */
export const answerMeetingLink: Handler<typeof answerContract> = async ({ params, body, caller }, deps) => {
  const message = await inTransaction(deps.db, async (manager) => {
    const { meeting, request } = await lockOwnMeeting(manager, params.id, caller.id);
    const { proposedRoomUrl, roomProposedBy } = meeting;
    if (!proposedRoomUrl || parseMeetingLink(body.url)?.url !== proposedRoomUrl)
      throw conflict('This proposal has changed since you opened this page. Please look at it again.');
    const cleared = { proposedRoomUrl: null, roomProposedBy: null };
    if (!body.isAccepted) {
      await manager.update(MeetingEntity, meeting.id, cleared);
      await publishToBoth(manager, meeting);
      return 'The link is not used. Everything stays as it was.';
    }
    if (roomProposedBy === caller.id) throw conflict('The other one has to accept your link.');
    rejectHeld(request);
    return agreed[await revise(manager, meeting, { ...cleared, roomUrl: proposedRoomUrl })];
  });
  return { message, data: await presentRoom(params.id, caller.id, deps) };
};

async function lockOwnMeeting(manager: EntityManager, id: string, callerId: string) {
  const own = `r.id = $1 AND ($2 = r.sponsor_id
    OR EXISTS (SELECT 1 FROM requests q WHERE q.id = r.request_id AND q.learner_id = $2))`;
  const meeting = await lockRow(manager, MeetingEntity, own, [id, callerId]);
  const request = meeting && (await findRequest(manager, meeting, callerId));
  if (!request) throw notFound('There is no such meeting.');
  if (!isMeetingOpen(meeting.status)) throw conflict('This meeting was cancelled or declined.');
  if (meeting.status === 'awaiting_time' || meeting.status === 'counter_proposed')
    throw conflict('You have not agreed on a time yet.');
  const now = await databaseNow(manager);
  if (hasTakenPlace(meeting, now.getTime())) throw conflict('This meeting is already over.');
  return { meeting, request };
}

/** Returns the request of a meeting as far as its participant may see it. */
function findRequest(manager: EntityManager, { requestId, sponsorId }: Meeting, callerId: string) {
  return sponsorId === callerId
    ? findVisibleRequest(manager, requestId, callerId)
    : manager.findOneBy(HelpRequestEntity, { id: requestId });
}

function rejectHeld({ holds }: HelpRequest): void {
  if (holds.length > 0)
    throw conflict('Meetings about this request are paused while we check it. Everything stays as it was.');
}

/** Stores changes of a meeting. Returns whether its mails are sent now, later in the summary of the pair, or not before the invitation. */
async function revise(
  manager: EntityManager,
  meeting: Meeting,
  changes: Partial<Meeting>,
): Promise<keyof typeof agreed> {
  const changed = await reviseMeeting(manager, meeting, changes);
  await publishToBoth(manager, meeting);
  // Before the invitation was sent, it will contain the change.
  if (meeting.notifiedRevision === null) return 'unsent';
  return (await enqueueMeetingMails(manager, changed)) ? 'later' : 'sent';
}

async function publishToBoth(manager: EntityManager, { requestId, sponsorId }: Meeting): Promise<void> {
  const request = await row<{ learnerId: string }>(
    manager,
    'SELECT learner_id AS "learnerId" FROM requests WHERE id = $1',
    [requestId],
  );
  publishChange(manager, sponsorId, ...(request ? [request.learnerId] : []));
}
