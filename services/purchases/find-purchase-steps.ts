import type { OwnPurchase } from '#contracts/purchases/purchases.ts';
import { expectedTimeSql } from '#services/cases/open-case.ts';
import { takesMoneySql } from '#services/disputes/disputes.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';
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
  isDisputed: boolean;
}

/**
 * SQL: whether the course of the purchase `p` will not be bought, or all that disputes leave of its payment `y` is being given back.
 * A part of a payment that is given back, and money for a course that its payer bought, end nothing.
 */
export const isRefundingSql = `(p.status = 'failed' OR EXISTS (SELECT 1 FROM refunds f WHERE f.payment_id = y.id AND f.origin <> 'proof'
    AND (f.approved_at IS NOT NULL OR f.origin = 'payer') AND f.status IN ('pending', 'processing', 'needs_attention'))
  AND (SELECT sum(f.amount_minor) FROM refunds f WHERE f.payment_id = y.id AND f.status <> 'failed')
    + (SELECT coalesce(sum(d.amount_minor), 0) FROM disputes d WHERE d.payment_id = y.id AND ${takesMoneySql})
    >= coalesce(y.captured_minor, y.amount_minor))`;

/** Returns the steps of the purchases of these requests' current payments, by request. */
export async function findPurchaseSteps(
  db: SqlClient,
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
       ${isRefundingSql} AS "isRefunding",
       EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = y.id AND d.status <> 'resolved') AS "isDisputed"
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
