import type { EntityManager } from 'typeorm';
import type { notifyMeeting as contract } from '#contracts/funding/sponsorships.ts';
import { toMajor } from '#contracts/money.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { notFound } from '#services/platform/errors.ts';
import type { Call } from '#services/platform/http/route.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { lockOpenRequest } from '#services/requests/visible-to-sponsor.ts';
import { enqueueMeetingMails, mailsLater } from './meeting-mails.ts';
import { upsertMeeting } from './upsert-meeting.ts';

/**
 * Enqueues the mails about a meeting. All data is read by `requestId`; the other fields of the body are only compared.
 * @throws HttpError 404 when one of them differs, as for an unknown request.
 */
export const notifyMeeting: Handler<typeof contract> = async ({ body, caller }, { config, db }) => {
  const isDelayed = await inTransaction(db, async (manager) => {
    const request = await lockOpenRequest(manager, body.requestId, caller.id);
    await rejectMismatch(manager, request, body);
    const meeting = await upsertMeeting(manager, { requestId: request.id, sponsorId: caller.id }, {}, config);
    publishChange(manager, request.learnerId, caller.id);
    return enqueueMeetingMails(manager, meeting);
  });
  return { message: isDelayed ? mailsLater : 'The invitation is on its way to both of you.' };
};

async function rejectMismatch(
  manager: EntityManager,
  request: HelpRequest,
  claimed: Call<typeof contract>['body'],
): Promise<void> {
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  const fits =
    same(claimed.name, learner.fullName) &&
    same(claimed.id, learner.id) &&
    // A hidden address cannot be found out by trying.
    (learner.hidesEmail ? claimed.email === undefined : same(claimed.email?.toLowerCase(), learner.email)) &&
    same(claimed.unit, request.currency) &&
    (claimed.price === undefined || Number(claimed.price) === toMajor(request.priceMinor));
  if (!fits) throw notFound('This request is no longer there.');
}

function same(claimed: string | undefined, actual: string): boolean {
  return claimed === undefined || claimed.trim() === actual;
}
