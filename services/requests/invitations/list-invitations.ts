import type { listInvitations as contract } from '#contracts/requests/invitations.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { notFound } from '#services/platform/errors.ts';
import { RecipientEntity } from '../recipient.entity.ts';
import { HelpRequestEntity } from '../request.entity.ts';
import { resendableAt } from './resendable-at.ts';

/** Lists the invitations of the caller's request in alphabetical order. @throws HttpError 404. */
export const listInvitations: Handler<typeof contract> = async ({ params, caller }, { db }) => {
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
