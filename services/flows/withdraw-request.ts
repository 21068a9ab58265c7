import type { withdrawRequest as contract } from '#contracts/requests/requests.ts';
import { closeCase } from '#services/cases/close-case.ts';
import type { Handler } from '#services/deps.ts';
import { enqueueWithdrawalMails } from '#services/meetings/enqueue-change-mails.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { lockOwnRequest } from '#services/requests/lock-own-request.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import { publishRequestChange } from '#services/requests/publish-request-change.ts';

/**
 * Withdraws a learner's unpaid request, and erases its platform login. Money of a payment in progress is returned when it
 * arrives.
 */
export const withdrawRequest: Handler<typeof contract> = ({ params, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const request = await lockOwnRequest(manager, params.id, caller.id);
    const { id } = request;
    await moveRequest(manager, request, { to: 'withdrawn' });
    for (const kind of ['request_review', 'appeal'] as const) {
      const ending = { outcome: 'withdrawn', reason: 'The learner withdrew the request.' };
      await closeCase(manager, { kind, subject: { type: 'request', id } }, ending);
    }
    await enqueueWithdrawalMails(manager, id);
    await publishRequestChange(manager, request);
    return { message: 'Your request is withdrawn.' };
  });
