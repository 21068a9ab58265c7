import { type DataSource, In } from 'typeorm';
import type { OwnPurchase } from '#contracts/purchase-views.ts';
import { rows } from '#services/platform/database/sql.ts';
import { PurchaseEntity } from './purchase.entity.ts';

/** Returns the steps of the purchases of these requests' current payments, by request. */
export async function findPurchaseSteps(
  db: DataSource,
  requestIds: readonly string[],
): Promise<Map<string, OwnPurchase>> {
  if (requestIds.length === 0) return new Map();
  const found = await rows<{ id: string; hasCode: boolean; askedUntil: Date | null; isRefunding: boolean }>(
    db,
    `SELECT p.id, c.purchase_id IS NOT NULL AS "hasCode", q.due_at AS "askedUntil",
       p.status = 'failed' OR EXISTS (SELECT 1 FROM refunds f WHERE f.payment_id = y.id
         AND (f.approved_at IS NOT NULL OR f.origin = 'payer')
         AND f.status IN ('pending', 'processing', 'needs_attention')) AS "isRefunding"
     FROM purchases p
     JOIN payments y ON y.id = p.payment_id AND y.status = 'approved'
     LEFT JOIN purchase_codes c ON c.purchase_id = p.id
     LEFT JOIN price_choices q ON q.purchase_id = p.id AND q.status = 'waiting' WHERE p.request_id = ANY ($1)`,
    [requestIds],
  );
  const more = new Map(found.map((one) => [one.id, one]));
  const purchases = await db.getRepository(PurchaseEntity).findBy({ id: In([...more.keys()]) });
  return new Map(
    purchases.map((purchase) => [
      purchase.requestId,
      {
        status: purchase.status,
        boughtAt: timeText(purchase.boughtAt),
        handedOverAt: timeText(purchase.handedOverAt),
        redeemedAt: timeText(purchase.redeemedAt),
        redeemBy: timeText(purchase.redeemBy),
        payerAskedUntil: timeText(more.get(purchase.id)?.askedUntil ?? null),
        isRefunding: more.get(purchase.id)?.isRefunding ?? false,
        hasCode: more.get(purchase.id)?.hasCode ?? false,
        codeSeenAt: timeText(purchase.codeSeenAt),
      },
    ]),
  );
}

const timeText = (time: Date | null) => time?.toISOString() ?? null;
