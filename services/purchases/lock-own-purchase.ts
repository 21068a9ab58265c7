import type { EntityManager } from 'typeorm';
import { lockRow, row } from '#services/platform/database/sql.ts';
import { notFound } from '#services/platform/errors.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type Purchase, PurchaseEntity } from './purchase.entity.ts';

const missing = 'There is no course being bought for this request.';

/**
 * Returns the purchase of the current payment of a request with its row lock; undefined when none was queued. The caller
 * holds the row lock of the request.
 */
export async function lockPurchaseOf(
  manager: EntityManager,
  requestId: string,
): Promise<Purchase | undefined> {
  const known = await row<{ id: string }>(
    manager,
    `SELECT p.id FROM purchases p JOIN payments y ON y.id = p.payment_id AND y.status = 'approved'
     WHERE p.request_id = $1`,
    [requestId],
  );
  if (!known) return undefined;
  return lockRow<Purchase>(manager, PurchaseEntity, { id: known.id });
}

/**
 * Returns a learner's own request and its purchase, both locked in the order of the settlement. @throws HttpError 404.
 */
export async function lockOwnPurchaseOf(
  manager: EntityManager,
  requestId: string,
  learnerId: string,
): Promise<{ request: HelpRequest; purchase: Purchase }> {
  const request = await lockRow<HelpRequest>(manager, HelpRequestEntity, { id: requestId, learnerId });
  const purchase = request && (await lockPurchaseOf(manager, requestId));
  if (!purchase) throw notFound(missing);
  return { request, purchase };
}
