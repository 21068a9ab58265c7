import type { resendInvitation as contract } from '#contracts/requests/invitations.ts';
import { isHidden } from '#contracts/requests/request-holds.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict } from '#services/platform/errors.ts';
import { lockOwnRequest } from '../lock-own-request.ts';
import { enqueueResend } from './enqueue-resend.ts';
import { findInvitation } from './find-invitation.ts';
import { resendableAt } from './resendable-at.ts';

/** Resends an invitation, at most three times, at least an hour apart. @throws HttpError 404 or 409. */
export const resendInvitation: Handler<typeof contract> = ({ params, caller }, { db }) =>
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
    const minutes = Math.ceil((from.getTime() - now.getTime()) / 60_000);
    if (minutes > 0) {
      const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
      throw conflict(`This invitation was sent not long ago. Please try again in ${wait}.`);
    }
    await enqueueResend(manager, recipient, now);
    return { message: 'The invitation is on its way again.' };
  });
