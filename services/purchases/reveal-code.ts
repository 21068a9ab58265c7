import type { revealCode as contract } from '#contracts/purchases/purchases.ts';
import { recordAudit } from '#services/cases/record-audit.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict } from '#services/platform/errors.ts';
import { decryptPassword } from '#services/requests/encrypt-password.ts';
import { lockOwnPurchaseOf } from './lock-own-purchase.ts';
import { PurchaseEntity } from './purchase.entity.ts';
import { PurchaseCodeEntity } from './purchase-code.entity.ts';

/**
 * Shows a learner the enrolment code once, and erases it. It counts as seen before the response leaves: a code whose
 * response was lost is handed over again by an operator. @throws HttpError 404, or 409 when there is no code to show.
 */
export const revealCode: Handler<typeof contract> = async ({ params, caller }, { config, db }) => {
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
    await recordAudit(
      manager,
      'purchase.code_seen',
      purchase.id,
      'The learner has seen the code.',
      caller.id,
    );
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
