import type { RequestHold } from '#contracts/request-holds.ts';
import type { submitRequest as contract } from '#contracts/requests.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { afterCommit, inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { requestReview } from '#services/safety/decisions/request-review.ts';
import { consumeRecipientQuota } from './consume-recipient-quota.ts';
import { encryptPassword } from './encrypt-password.ts';
import { inviteRecipients } from './invite-recipients.ts';
import { PlatformLoginEntity } from './platform-login.entity.ts';
import { HelpRequestEntity } from './request.entity.ts';
import { rejectUnsupportedCurrency, requestFields } from './request-fields.ts';
import { requestsFiled } from './request-metrics.ts';

/** Stores a learner's request, encrypts its platform login, and enqueues the mails about it. */
export const submitRequest: Handler<typeof contract> = async ({ body, caller }, deps) => {
  const { config, db } = deps;
  rejectUnsupportedCurrency(body.course.priceUnit, config);
  const recipients = body.isPrivate ? [...new Set(body.recipientEmails)] : [];
  await consumeRecipientQuota(deps, caller.id, recipients.length);

  return inTransaction(db, async (manager) => {
    const learner = await manager.findOneByOrFail(UserEntity, { id: caller.id });
    const needsGuardian = learner.isMinor && !learner.guardianAgreedAt;
    const holds: RequestHold[] = [
      ...(needsGuardian ? ['guardian' as const] : []),
      ...(config.hasRequestReview ? ['review' as const] : []),
    ];
    const inserted = await manager.insert(HelpRequestEntity, {
      ...requestFields(body, learner),
      needsInvoice: body.delivery === 'school-invoice',
      learnerId: caller.id,
      holds,
    });
    const requestId: string = inserted.identifiers[0]?.id;
    if (config.hasRequestReview) await requestReview(manager, { id: requestId });
    if (body.delivery === 'platform-login' && body.account) {
      await manager.insert(PlatformLoginEntity, {
        requestId,
        ...encryptPassword(body.account.password, requestId, config),
      });
    }
    await enqueue(manager, deliverMail, { mail: 'request-received', id: requestId });
    publishChange(manager, caller.id);
    afterCommit(manager, () => requestsFiled.inc());
    const request = { id: requestId, learnerId: caller.id, holds };
    const invitationsWait = await inviteRecipients(manager, request, recipients);
    const message = [
      'Your request is in.',
      ...(needsGuardian ? ['Sponsors see it when your guardian has agreed.'] : []),
      ...(config.hasRequestReview ? ['An operator looks at it before sponsors see it.'] : []),
      ...(invitationsWait
        ? ['Your private invitations go out as soon as you confirm your email address.']
        : []),
    ].join(' ');
    return { message, data: { _id: requestId, invitationsWait } };
  });
};
