import { toMinor } from '#contracts/money.ts';
import type { submitRequest as contract } from '#contracts/requests.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { invalid } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { PlatformLoginEntity } from './platform-login.entity.ts';
import { RecipientEntity } from './recipient.entity.ts';
import { HelpRequestEntity } from './request.entity.ts';
import { sealPassword } from './seal-password.ts';

/** Files a learner's request, seals its platform login, and promises the mails about it. */
export const submitRequest: Handler<typeof contract> = async ({ body, caller }, { config, db }) => {
  const { course, account } = body;
  if (!config.payment.currencies.includes(course.priceUnit)) {
    const message = `Payments in ${course.priceUnit} are not possible right now. Please choose another currency.`;
    throw invalid(message, { 'course.priceUnit': message });
  }
  const wantsLogin = body.delivery === 'platform-login';
  const recipients = body.isPrivate ? [...new Set(body.recipientEmails)] : [];

  return inTransaction(db, async (manager) => {
    const inserted = await manager.insert(HelpRequestEntity, {
      learnerId: caller.id,
      courseTitle: course.courseTitle,
      platform: course.platform,
      link: body.link,
      priceMinor: toMinor(course.price),
      currency: course.priceUnit,
      duration: course.duration,
      durationUnit: course.durationUnit,
      motivation: body.motivation,
      socials: body.socials,
      delivery: body.delivery,
      accountEmail: wantsLogin ? (account?.email ?? null) : null,
      isPrivate: body.isPrivate,
      isPublic: body.isPublic,
    });
    const requestId: string = inserted.identifiers[0]?.id;
    if (wantsLogin && account) {
      await manager.insert(PlatformLoginEntity, {
        requestId,
        ...sealPassword(account.password, requestId, config),
      });
    }
    const invited = await manager.insert(
      RecipientEntity,
      recipients.map((email) => ({ requestId, email })),
    );
    const learner = await manager.findOneByOrFail(UserEntity, { id: caller.id });
    const invitationsWait = recipients.length > 0 && learner.emailVerifiedAt === null;
    await enqueue(manager, deliverMail, { mail: 'request-received', id: requestId });
    if (!invitationsWait) {
      for (const { id } of invited.identifiers)
        await enqueue(manager, deliverMail, { mail: 'invitation', id });
    }
    const message = invitationsWait
      ? 'Your request is in. Your private invitations go out as soon as you confirm your email address.'
      : 'Your request is in.';
    return { message, data: { _id: requestId, invitationsWait } };
  });
};
