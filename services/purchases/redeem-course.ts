import type { redeemCourse as contract } from '#contracts/purchases/purchases.ts';
import { canMove } from '#contracts/requests/request-status.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict } from '#services/platform/errors.ts';
import { lockOwnPurchaseOf } from './lock-own-purchase.ts';
import { recordEnrolment } from './record-enrolment.ts';

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
    await recordEnrolment(manager, { request, purchase, reason: 'The learner has redeemed the course.' });
    return done('enrolled');
  });
