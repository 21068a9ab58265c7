import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type * as z from 'zod/mini';
import { isTooYoung, tooYoung } from '#contracts/accounts/guardians.ts';
import type { RequestHold } from '#contracts/requests/request-holds.ts';
import { isOpen } from '#contracts/requests/request-status.ts';
import type * as contracts from '#contracts/requests/requests.ts';
import type { HelpRequestSchema } from '#contracts/requests/requests.ts';
import { resendGuardianLink } from '#services/accounts/guardians/guardians.ts';
import { type User, UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import type { Config } from '#services/platform/config.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow, insertOf, lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict, notFound, unauthenticated } from '#services/platform/errors.ts';
import { insertAndEnqueue } from '#services/platform/queue/outbox.ts';
import { requestReview } from './change-request.ts';
import { requestsFiled } from './move-request.ts';
import { presentOwnRequest } from './present-request.ts';
import { consumeRecipientQuota, inviteRecipients } from './recipients.ts';
import { HelpRequestEntity, PlatformLoginEntity, RecipientEntity } from './request.entity.ts';
import { platformLogin, rejectUnsupportedCurrency, requestFields } from './request-fields.ts';

/** Stores a learner's request, encrypts its platform login, and enqueues the mails about it. */
export const submitRequest: Handler<typeof contracts.submitRequest> = async ({ body, caller }, deps) => {
  const { config, db } = deps;
  rejectUnsupportedCurrency(body.course.priceUnit, 'course.priceUnit', config);
  const recipients = body.isPrivate ? [...new Set(body.recipientEmails)] : [];
  await consumeRecipientQuota(deps, caller.id, recipients.length);

  const { id, holds, invitationsWait } = await inTransaction(db, async (manager) => {
    const request = await insertRequest(manager, caller.id, body, config);
    if (config.hasRequestReview) await requestReview(manager, request);
    publishChange(manager, caller.id);
    return { ...request, invitationsWait: await inviteRecipients(manager, request, recipients) };
  });
  requestsFiled.inc();
  const message = [
    'Your request is in.',
    ...(holds.includes('guardian') ? ['Sponsors see it when your guardian has agreed.'] : []),
    ...(config.hasRequestReview ? ['An operator looks at it before sponsors see it.'] : []),
    ...(invitationsWait
      ? ['Your private invitations go out as soon as you confirm your email address.']
      : []),
  ].join(' ');
  return { message, data: { _id: id, invitationsWait, guardianWaits: holds.includes('guardian') } };
};

const guardianRefused =
  'Your guardian did not agree. Please talk with them, or name another parent or guardian in your profile first.';

// Of several requests the page of the link shows all, so the first open one is a reason to write.
async function askGuardian(manager: EntityManager, learner: User): Promise<void> {
  const filed = await manager.findBy(HelpRequestEntity, { learnerId: learner.id });
  if (filed.filter(({ status }) => isOpen(status)).length === 1)
    await resendGuardianLink(manager, learner, filed.length);
}

/**
 * Inserts a new request with its platform login and enqueues the mail about it. @throws HttpError 401 when the learner's
 * account has been erased meanwhile, 409 when the guardian of a learner under 18 did not agree, and for a learner under 13.
 */
async function insertRequest(
  manager: EntityManager,
  learnerId: string,
  form: z.output<typeof HelpRequestSchema>,
  config: Config,
): Promise<{ id: string; learnerId: string; holds: RequestHold[] }> {
  // Locked, because a guardian's consent and the 18th birthday end the holds of the requests that exist then.
  const learner = await lockRow(manager, UserEntity, { id: learnerId });
  if (!learner) throw unauthenticated();
  if (isTooYoung(learner)) throw conflict(tooYoung);
  if (learner.guardianRefusedAt) throw conflict(guardianRefused);
  const holds: RequestHold[] = [];
  if (learner.isMinor && !learner.guardianAgreedAt) holds.push('guardian');
  if (config.hasRequestReview) holds.push('review');

  const id = randomUUID();
  const needsInvoice = form.delivery === 'school-invoice';
  const request = { id, learnerId, ...requestFields(form, learner), needsInvoice, holds };
  const login = platformLogin(id, form, config);
  const rows = [
    insertOf(manager, HelpRequestEntity, request),
    ...(login ? [insertOf(manager, PlatformLoginEntity, login)] : []),
  ];
  await insertAndEnqueue(manager, rows, deliverMail, { mail: 'request-received', id });
  if (holds.includes('guardian')) await askGuardian(manager, learner);
  return { id, learnerId, holds };
}

/**
 * Returns the caller's request for the edit form, without the password. @throws HttpError 404 for another learner's
 * request.
 */
export const getOwnRequest: Handler<typeof contracts.getOwnRequest> = async ({ params, caller }, { db }) => {
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
      ...presentOwnRequest(request, await databaseNow(db)),
      recipientEmails: recipients.map(({ email }) => email),
    },
  };
};
