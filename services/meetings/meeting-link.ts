import type { EntityManager } from 'typeorm';
import type {
  LinkedMeeting,
  readMeetingLink as readContract,
  replyByMeetingLink as replyContract,
} from '#contracts/meetings/meetings.ts';
import { addressHash } from '#services/accounts/preferences/address-hash.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import type { Config } from '#services/platform/config.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { invalid } from '#services/platform/errors.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';
import { readMeetingLinkToken } from './meeting-link-token.ts';
import { presentForLearner } from './present-for-learner.ts';
import { recordReply } from './reply-to-meeting.ts';

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

async function openLink(
  manager: EntityManager,
  token: string,
  config: Config,
): Promise<{ meeting: Meeting; request: HelpRequest }> {
  const link = await readMeetingLinkToken(token, config);
  const meeting = link && (await manager.findOneBy(MeetingEntity, { id: link.meetingId }));
  const request = meeting && (await manager.findOneBy(HelpRequestEntity, { id: meeting.requestId }));
  const learner = request && (await manager.findOneBy(UserEntity, { id: request.learnerId }));
  if (!learner || addressHash(learner.email) !== link.addressHash) {
    throw invalid('This link does not work any more. Please reply on your dashboard.');
  }
  return { meeting, request };
}

async function present(
  manager: EntityManager,
  meeting: Meeting,
  request: HelpRequest,
): Promise<LinkedMeeting> {
  return { ...(await presentForLearner(manager, meeting)), courseTitle: request.courseTitle };
}
