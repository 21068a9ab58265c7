import type { EntityManager } from 'typeorm';
import { isHidden } from '#contracts/requests/request-holds.ts';
import type { editRequest as contract } from '#contracts/requests/requests.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { cancelMeetingsWithoutAccess } from '#services/meetings/cancel-meetings.ts';
import { enqueueChangeMails } from '#services/meetings/meeting-mails.ts';
import { hasRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict } from '#services/platform/errors.ts';
import {
  changeHolds,
  lockOwnRequest,
  publishRequestChange,
  requestReview,
} from '#services/requests/change-request.ts';
import { requestReadingAgain } from '#services/requests/invitation-text.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import { confirmedNow } from '#services/requests/prices.ts';
import { updateRecipients } from '#services/requests/recipients.ts';
import { type HelpRequest, HelpRequestEntity, InvoiceEntity } from '#services/requests/request.entity.ts';
import {
  rejectUnsupportedCurrency,
  requestFields,
  updatePlatformLogin,
} from '#services/requests/request-fields.ts';

/** Fields that a payment is based on: changing one ends the reservation, and money for the old ones is returned. */
const paymentTerms = ['courseTitle', 'platform', 'link', 'priceMinor', 'currency'] as const;

/** Fields whose change is neither mailed to sponsors with a meeting nor reviewed: delivery and audience. */
const quietFields = new Set<string>([
  'delivery',
  'accountEmail',
  'invoiceReference',
  'invoicePayee',
  'isPrivate',
  'isPublic',
  'isForVisitors',
]);

/**
 * Changes the caller's request; invites new recipients and revokes the access of removed ones. Other terms end the
 * reservation of a payment that is in progress. @throws HttpError 404, 409 or 422.
 */
export const editRequest: Handler<typeof contract> = ({ params, body, caller }, deps) =>
  inTransaction(deps.db, async (manager) => {
    const request = await lockOwnRequest(manager, params.id, caller.id);
    const learner = await manager.findOneByOrFail(UserEntity, { id: caller.id });
    const fields = requestFields(body, learner);
    // A guardian's consent is not a review, so an edit before it starts none.
    const isHeld = isHidden(request.holds.filter((hold) => hold !== 'guardian'));
    rejectUnsupportedCurrency(fields.currency, 'course.priceUnit', deps.config);
    const hasOtherTerms = differs(request, fields, paymentTerms);
    const hasOtherText = differs(
      request,
      fields,
      keysOf(fields).filter((name) => !quietFields.has(name)),
    );
    const isReviewed = hasOtherText && (isHeld || deps.config.hasRequestReview);
    if (isReviewed) await rejectDuringAppeal(manager, request.id);

    const revision = request.revision + 1;
    await updatePlatformLogin(manager, request, body, deps.config);
    if (fields.delivery !== 'school-invoice') await manager.delete(InvoiceEntity, { requestId: request.id });
    const hasInvoice = await manager.existsBy(InvoiceEntity, { requestId: request.id });
    await manager.update(HelpRequestEntity, request.id, {
      ...fields,
      // The form shows the price, so saving it confirms the price.
      ...confirmedNow,
      needsInvoice: fields.delivery === 'school-invoice' && !hasInvoice,
      revision,
      // An abandoned payment may still succeed; it is then compared with the terms of its start.
      terms: request.terms + (hasOtherTerms ? 1 : 0),
    });
    // The payer started with other terms, and pays for the new ones only after agreeing to them.
    if (request.status === 'reserved' && (hasOtherTerms || isReviewed))
      await moveRequest(manager, request, { to: 'pending' });
    const holds = isReviewed ? await reviewAgain(manager, request) : request.holds;
    if (!isReviewed) await requestReadingAgain(manager, request, fields);
    const invitationsWait = await updateRecipients(manager, { ...request, holds }, body, deps);
    await cancelMeetingsWithoutAccess(manager, request.id);
    if (hasOtherText) await enqueueChangeMails(manager, request, revision);
    await publishRequestChange(manager, request);
    const message = [
      'Your changes are saved.',
      ...(isReviewed ? ['An operator looks at them before sponsors see the request.'] : []),
      ...(invitationsWait ? ['New invitations go out as soon as you confirm your email address.'] : []),
    ].join(' ');
    const guardianWaits = holds.includes('guardian');
    return { message, data: { _id: request.id, invitationsWait, guardianWaits } };
  });

// The text that an operator has approved or rejected was another one.
async function reviewAgain(manager: EntityManager, { id }: HelpRequest): Promise<HelpRequest['holds']> {
  const [changed] = await changeHolds(manager, { requestId: id }, { add: ['review'], remove: ['rejected'] });
  await requestReview(manager, { id });
  return changed?.holds ?? ['review'];
}

const keysOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[];

function differs<K extends keyof HelpRequest>(
  request: HelpRequest,
  fields: Pick<HelpRequest, K>,
  names: readonly K[],
): boolean {
  return names.some((name) => request[name] !== fields[name]);
}

// The answer to an appeal is about the text that was rejected.
async function rejectDuringAppeal(manager: EntityManager, requestId: string): Promise<void> {
  const open = `SELECT 1 FROM cases WHERE kind = 'appeal' AND subject_type = 'request' AND subject_id = $1 AND status <> 'closed'`;
  if (await hasRow(manager, open, [requestId]))
    throw conflict(
      'Another operator is looking at your appeal. Please wait for the answer before you change the request.',
    );
}
