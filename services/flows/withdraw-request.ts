import type { revokeInvitation as revokeInvitationContract } from '#contracts/requests/invitations.ts';
import type { withdrawRequest as withdrawRequestContract } from '#contracts/requests/requests.ts';
import type { Handler } from '#services/deps.ts';
import { cancelMeetingsWithoutAccess } from '#services/meetings/cancel-meetings.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict } from '#services/platform/errors.ts';
import { lockOwnRequest, publishRequestChange } from '#services/requests/change-request.ts';
import { findInvitation, removeRecipients } from '#services/requests/recipients.ts';
import { HelpRequestEntity, RecipientEntity } from '#services/requests/request.entity.ts';
import { withdraw } from './withdraw.ts';

/**
 * Withdraws a learner's unpaid request, and erases its platform login. Money of a payment in progress is returned when it
 * arrives.
 */
export const withdrawRequest: Handler<typeof withdrawRequestContract> = ({ params, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const request = await lockOwnRequest(manager, params.id, caller.id);
    await withdraw(manager, request, 'The learner withdrew the request.');
    return { message: 'Your request is withdrawn.' };
  });

/**
 * Revokes an invitation, and cancels the meeting of the sponsor who had it. Revoking the last one of a public request clears `isPrivate`. @throws HttpError 404, and 409
 * for the last one of a request that is only private.
 */
export const revokeInvitation: Handler<typeof revokeInvitationContract> = ({ params, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const request = await lockOwnRequest(manager, params.id, caller.id);
    const recipient = await findInvitation(manager, params);
    const isLast = (await manager.countBy(RecipientEntity, { requestId: request.id })) === 1;
    if (isLast && !request.isPublic) {
      throw conflict(
        'Nobody else is invited. Invite somebody else first, make the request public, or withdraw it.',
      );
    }
    await removeRecipients(manager, [recipient]);
    if (isLast) await manager.update(HelpRequestEntity, request.id, { isPrivate: false });
    await cancelMeetingsWithoutAccess(manager, request.id);
    await publishRequestChange(manager, request);
    return { message: 'This address no longer sees your request.' };
  });
