import type { DataSource } from 'typeorm';
import type { OwnPurchase } from '#contracts/purchases/purchases.ts';
import { expectedTimeSql } from '#services/cases/open-case.ts';
import { rows } from '#services/platform/database/sql.ts';
import { isoTimes } from '#services/platform/iso-times.ts';
import type { Purchase } from './purchase.entity.ts';

interface Row
  extends Pick<
    Purchase,
    | 'requestId'
    | 'status'
    | 'boughtAt'
    | 'handedOverAt'
    | 'redeemedAt'
    | 'redeemBy'
    | 'codeSeenAt'
    | 'notReceivedAt'
  > {
  hasCode: boolean;
  expectedAt: Date | null;
  askedUntil: Date | null;
  isRefunding: boolean;
}

/** Returns the steps of the purchases of these requests' current payments, by request. */
export async function findPurchaseSteps(
  db: DataSource,
  requestIds: readonly string[],
): Promise<Map<string, OwnPurchase>> {
  if (requestIds.length === 0) return new Map();
  const purchases = await rows<Row>(
    db,
    `SELECT p.request_id AS "requestId", p.status, p.bought_at AS "boughtAt", p.handed_over_at AS "handedOverAt",
       p.redeemed_at AS "redeemedAt", p.redeem_by AS "redeemBy", p.code_seen_at AS "codeSeenAt",
       p.not_received_at AS "notReceivedAt",
       CASE WHEN p.status IN ('queued', 'claimed') THEN ${expectedTimeSql('purchase', 'purchase', 'p.id::text')} END
         AS "expectedAt",
       c.purchase_id IS NOT NULL AS "hasCode", q.due_at AS "askedUntil",
       p.status = 'failed' OR EXISTS (SELECT 1 FROM refunds f WHERE f.payment_id = y.id AND f.origin <> 'proof'
         AND NOT f.is_rest AND (f.approved_at IS NOT NULL OR f.origin = 'payer')
         AND f.status IN ('pending', 'processing', 'needs_attention')) AS "isRefunding"
     FROM purchases p
     JOIN payments y ON y.id = p.payment_id AND y.status = 'approved'
     LEFT JOIN purchase_codes c ON c.purchase_id = p.id
     LEFT JOIN price_choices q ON q.purchase_id = p.id AND q.status = 'waiting' WHERE p.request_id = ANY ($1)`,
    [requestIds],
  );
  return new Map(
    purchases.map(({ requestId, askedUntil, ...steps }) => [
      requestId,
      isoTimes({ ...steps, payerAskedUntil: askedUntil }),
    ]),
  );
}
