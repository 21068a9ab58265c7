import type { getOwnRequest as contract } from '#contracts/requests/requests.ts';
import type { Handler } from '#services/deps.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { notFound } from '#services/platform/errors.ts';
import { presentInvoice, presentRequest } from './present-request.ts';
import { RecipientEntity } from './recipient.entity.ts';
import { HelpRequestEntity } from './request.entity.ts';

/**
 * Returns the caller's request for the edit form, without the password. @throws HttpError 404 for another learner's
 * request.
 */
export const getOwnRequest: Handler<typeof contract> = async ({ params, caller }, { db }) => {
  const request = await db
    .getRepository(HelpRequestEntity)
    .findOneBy({ id: params.id, learnerId: caller.id });
  if (!request) throw notFound('This request is no longer there.');
  const recipients = await db
    .getRepository(RecipientEntity)
    .find({ where: { requestId: request.id }, order: { email: 'ASC' } });
  return {
    message: 'Your request',
    data: {
      ...presentRequest(request, await databaseNow(db)),
      socials: request.socials,
      delivery: request.delivery,
      account: { email: request.accountEmail },
      invoice: presentInvoice(request),
      isPrivate: request.isPrivate,
      isPublic: request.isPublic,
      recipientEmails: recipients.map(({ email }) => email),
    },
  };
};
