import { minuteMs } from '#contracts/durations.ts';
import type * as contracts from '#contracts/requests/invitations.ts';
import { isHidden } from '#contracts/requests/request-holds.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { lockOwnRequest } from './change-request.ts';
import { enqueueResend, findInvitation, resendableAt } from './recipients.ts';
import { HelpRequestEntity, RecipientEntity } from './request.entity.ts';

/** Lists the invitations of the caller's request in alphabetical order. @throws HttpError 404. */
export const listInvitations: Handler<typeof contracts.listInvitations> = async (
  { params, caller },
  { db },
) => {
  const isOwn = await db.getRepository(HelpRequestEntity).existsBy({ id: params.id, learnerId: caller.id });
  if (!isOwn) throw notFound('This request is no longer there.');
  const learner = await db.getRepository(UserEntity).findOneByOrFail({ id: caller.id });
  const recipients = await db
    .getRepository(RecipientEntity)
    .find({ where: { requestId: params.id }, order: { email: 'ASC' } });
  return {
    message: 'Your invitations',
    data: recipients.map((recipient) => ({
      _id: recipient.id,
      email: recipient.email,
      sentAt: recipient.invitedAt?.toISOString() ?? null,
      isWaiting: !recipient.invitedAt && !learner.emailVerifiedAt,
      resendableAt: resendableAt(recipient)?.toISOString() ?? null,
    })),
  };
};

/** Resends an invitation, at most three times, at least an hour apart. @throws HttpError 404 or 409. */
export const resendInvitation: Handler<typeof contracts.resendInvitation> = ({ params, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const request = await lockOwnRequest(manager, params.id, caller.id);
    const recipient = await findInvitation(manager, params);
    const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
    if (!learner.emailVerifiedAt)
      throw conflict('Invitations go out as soon as you have confirmed your own email address.');
    if (isHidden(request.holds)) throw conflict('Invitations go out when your request is approved.');
    if (!recipient.invitedAt) throw conflict('This invitation is on its way already.');
    const from = resendableAt(recipient);
    if (!from) throw conflict('This invitation was sent as often as we do.');
    const now = await databaseNow(manager);
    const minutes = Math.ceil((from.getTime() - now.getTime()) / minuteMs);
    if (minutes > 0) {
      const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
      throw conflict(`This invitation was sent not long ago. Please try again in ${wait}.`);
    }
    await enqueueResend(manager, recipient, now);
    return { message: 'The invitation is on its way again.' };
  });
