import type { submitRequest as contract } from '#contracts/requests/requests.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { consumeRecipientQuota } from './consume-recipient-quota.ts';
import { insertRequest } from './insert-request.ts';
import { inviteRecipients } from './invite-recipients.ts';
import { rejectUnsupportedCurrency } from './request-fields.ts';
import { requestsFiled } from './request-metrics.ts';
import { requestReview } from './request-review.ts';

/** Stores a learner's request, encrypts its platform login, and enqueues the mails about it. */
export const submitRequest: Handler<typeof contract> = async ({ body, caller }, deps) => {
  const { config, db } = deps;
  rejectUnsupportedCurrency(body.course.priceUnit, config);
  const recipients = body.isPrivate ? [...new Set(body.recipientEmails)] : [];
  await consumeRecipientQuota(deps, caller.id, recipients.length);

  const isOneStatement = recipients.length === 0 && !config.hasRequestReview;
  const { id, holds, invitationsWait } = isOneStatement
    ? { ...(await insertRequest(db, caller.id, body, config)), invitationsWait: false }
    : await inTransaction(db, async (manager) => {
        const request = await insertRequest(manager, caller.id, body, config);
        if (config.hasRequestReview) await requestReview(manager, request);
        const invited = { ...request, learnerId: caller.id };
        return { ...request, invitationsWait: await inviteRecipients(manager, invited, recipients) };
      });
  publishChange(db, caller.id);
  requestsFiled.inc();
  const message = [
    'Your request is in.',
    ...(holds.includes('guardian') ? ['Sponsors see it when your guardian has agreed.'] : []),
    ...(config.hasRequestReview ? ['An operator looks at it before sponsors see it.'] : []),
    ...(invitationsWait
      ? ['Your private invitations go out as soon as you confirm your email address.']
      : []),
  ].join(' ');
  return { message, data: { _id: id, invitationsWait } };
};
