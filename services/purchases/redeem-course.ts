import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/purchases/purchases.ts';
import { canMove } from '#contracts/requests/request-status.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { decryptPassword } from '#services/requests/encrypt-password.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { lockPurchaseOf } from './lock-purchase.ts';
import { PurchaseCodeEntity, PurchaseEntity } from './purchase.entity.ts';
import { recordEnrolment } from './record-enrolment.ts';

/**
 * Records that the learner has redeemed the course: the request is enrolled, and the payer is notified. Confirming again
 * changes nothing. @throws HttpError 404, or 409 before the course is handed over.
 */
export const redeemCourse: Handler<typeof contracts.redeemCourse> = async ({ params, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const { request, purchase } = await lockOwnPurchaseOf(manager, params.id, caller.id);
    const done = (status: typeof request.status) => ({
      message: 'You are enrolled. Enjoy the course!',
      data: { _id: request.id, status },
    });
    if (purchase.status === 'redeemed') return done(request.status);
    if (purchase.status !== 'handed_over' || !canMove(request.status, 'enrolled'))
      throw conflict('This course is not handed over to you yet. We write to you when it is.');
    await recordEnrolment(manager, { request, purchase, reason: 'The learner has redeemed the course.' });
    return done('enrolled');
  });

/**
 * Shows a learner the enrolment code once, and erases it. It counts as seen before the response leaves: a code whose
 * response was lost is handed over again by an operator. @throws HttpError 404, or 409 when there is no code to show.
 */
export const revealCode: Handler<typeof contracts.revealCode> = async (
  { params, caller },
  { config, db },
) => {
  const shown = await inTransaction(db, async (manager) => {
    const { request, purchase } = await lockOwnPurchaseOf(manager, params.id, caller.id);
    if (purchase.codeSeenAt)
      throw conflict(
        'You have seen this code. If you have lost it, write to us: we will send you another one.',
      );
    const code = await manager.findOneBy(PurchaseCodeEntity, { purchaseId: purchase.id });
    if (!code) throw conflict('There is no code for this course yet. We write to you when it is there.');
    await manager.update(PurchaseEntity, purchase.id, { codeSeenAt: () => 'now()' });
    await manager.delete(PurchaseCodeEntity, { purchaseId: purchase.id });
    const reason = 'The learner has seen the code.';
    await recordAudit(manager, 'purchase.code_seen', purchase.id, reason, caller.id);
    publishChange(manager, caller.id);
    return { code, request, purchase };
  });
  const { purchase, request } = shown;
  return {
    message: 'Here is your code. It is shown once, so please use or save it now.',
    data: {
      code: decryptPassword(shown.code, purchase.id, config),
      link: request.link,
      redeemBy: purchase.redeemBy?.toISOString() ?? null,
    },
  };
};

/**
 * Returns a learner's own request and its purchase, both locked in the order of the settlement. @throws HttpError 404.
 */
export async function lockOwnPurchaseOf(manager: EntityManager, requestId: string, learnerId: string) {
  const request = await lockRow<HelpRequest>(manager, HelpRequestEntity, { id: requestId, learnerId });
  const purchase = request && (await lockPurchaseOf(manager, requestId));
  if (!purchase) throw notFound('There is no course being bought for this request.');
  return { request, purchase };
}
