import type { redeemCourse as contract } from '#contracts/purchases.ts';
import { canMove } from '#contracts/request-status.ts';
import type { Handler } from '#services/deps.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import { completePurchase } from './complete-purchase.ts';
import { lockOwnPurchaseOf } from './lock-own-purchase.ts';

/**
 * Records that the learner has redeemed the course: the request is enrolled, and the payer is notified. Confirming again
 * changes nothing. @throws HttpError 404, or 409 before the course is handed over.
 */
export const redeemCourse: Handler<typeof contract> = async ({ params, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const { request, purchase } = await lockOwnPurchaseOf(manager, params.id, caller.id);
    const done = (status: typeof request.status) => ({
      message: 'You are enrolled. Enjoy the course!',
      data: { _id: request.id, status },
    });
    if (purchase.status === 'redeemed') return done(request.status);
    if (purchase.status !== 'handed_over' || !canMove(request.status, 'enrolled'))
      throw conflict('This course is not handed over to you yet. We write to you when it is.');
    await moveRequest(manager, request, { to: 'enrolled' });
    await completePurchase(manager, request.id, 'The learner has redeemed the course.');
    const { payerId } = await manager.findOneByOrFail(PaymentEntity, { id: purchase.paymentId });
    await enqueue(manager, deliverMail, { mail: 'course-redeemed', id: purchase.id });
    publishChange(manager, request.learnerId, payerId);
    return done('enrolled');
  });
