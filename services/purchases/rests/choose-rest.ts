import type { EntityManager } from 'typeorm';
import type { PurchaseStatus } from '#contracts/purchases/purchase-status.ts';
import type * as contracts from '#contracts/purchases/rests.ts';
import type { Handler } from '#services/deps.ts';
import { SponsorshipEntity } from '#services/funding/funding.entity.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { hasRow, lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findContributions } from '../contributions.ts';
import { lockPurchaseOf } from '../lock-purchase.ts';
import type { Purchase } from '../purchase.entity.ts';

/** Returns whether the payer of a course can still choose who gets the rest; null before its purchase is queued. */
export const canChooseRest = (status: PurchaseStatus | null): boolean =>
  status === null || status === 'queued' || status === 'claimed';

/** SQL: whether the request `request` holds money of the payments `ids`; without it the next order is paid by the completion fund. */
export const holdsMoneySql = (ids: string, request: string): string =>
  `EXISTS (SELECT FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
     WHERE t.payment_id = ANY (${ids}) AND p.account = 'request:' || ${request} HAVING sum(p.amount_minor) < 0)`;

/**
 * Stores who gets the rest if the course costs less than its payer paid. @throws HttpError 404 for a course that the caller has not
 * paid for, 409 once it is bought, and when it is bought once more with money of the completion fund.
 */
export const chooseRest: Handler<typeof contracts.chooseRest> = async ({ params, body, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    await lockRow(manager, HelpRequestEntity, { id: params.id });
    const paid = { requestId: params.id, payerId: caller.id, status: 'approved' } as const;
    const payment = await manager.findOneBy(PaymentEntity, paid);
    if (!payment) throw notFound('This sponsorship is not there.');
    const purchase = await lockPurchaseOf(manager, params.id);
    if (!canChooseRest(purchase?.status ?? null))
      throw conflict('This course is bought already, or will not be bought. Nothing was changed.');
    if (purchase && !(await holdsMoney(manager, purchase)))
      throw conflict(
        'Your payment was spent on an order that did not work, and the completion fund pays for the next one. Nothing was changed.',
      );
    const wantsRestBack = body.rest === 'payer';
    await manager.update(SponsorshipEntity, payment.sponsorshipId, { wantsRestBack });
    publishChange(manager, caller.id);
    return { message: messages[body.rest] };
  });

async function holdsMoney(manager: EntityManager, purchase: Purchase): Promise<boolean> {
  const { payment, added } = await findContributions(manager, purchase);
  const ids = [payment, ...added].map(({ id }) => id);
  return hasRow(manager, `SELECT 1 WHERE ${holdsMoneySql('$1::uuid[]', '$2')}`, [ids, purchase.requestId]);
}

const messages = {
  fund: 'If the course costs less, the rest goes to the completion fund.',
  payer: 'If the course costs less, you get the rest back.',
};
