import type { revokeInvitation as contract } from '#contracts/requests/invitations.ts';
import type { Handler } from '#services/deps.ts';
import { cancelMeetingsWithoutAccess } from '#services/meetings/cancel-meetings.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict } from '#services/platform/errors.ts';
import { findInvitation } from '#services/requests/invitations/find-invitation.ts';
import { removeRecipients } from '#services/requests/invitations/former-recipients.ts';
import { lockOwnRequest } from '#services/requests/lock-own-request.ts';
import { publishRequestChange } from '#services/requests/publish-request-change.ts';
import { RecipientEntity } from '#services/requests/recipient.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';

/**
 * Revokes an invitation, and cancels the meeting of the sponsor who had it. Revoking the last one of a public request clears `isPrivate`. @throws HttpError 404, and 409
 * for the last one of a request that is only private.
 */
export const revokeInvitation: Handler<typeof contract> = ({ params, caller }, { db }) =>
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
