import type { DataSource } from 'typeorm';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { toMajor } from '#contracts/money.ts';
import { minimumRestMinor } from '#contracts/payments/money-rules.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { rows } from '#services/platform/database/sql.ts';
import { presentRefund, type RefundOfPayer } from '#services/refunds/find-shown-refunds.ts';
import type { Purchase } from '../purchase.entity.ts';
import { canChooseRest, holdsMoneySql } from './choose-rest.ts';
import { isRestOwedSql } from './owed-rests.ts';

type RestView = NonNullable<SponsoredRequest['rest']>;

interface Row extends Pick<Payment, 'currency'> {
  paymentId: string;
  wantsRestBack: boolean;
  status: Purchase['status'] | null;
  boughtAt: Date | null;
  restMinor: number;
  /** Whether the request holds money of these payments, of which the next order can leave a rest. */
  holdsMoney: boolean;
  /** Refunds of rests, of this payment and those of differences that were paid later; a failed one only while it is owed. */
  refunds: RefundOfPayer[];
}

/**
 * Returns who gets the rest if the course of these approved payments costs less, and what became of it once it is bought, by
 * payment.
 */
export async function findRests(
  db: DataSource,
  config: Config,
  paymentIds: readonly string[],
): Promise<Map<string, RestView>> {
  const rests = await rows<Row>(
    db,
    `SELECT y.id AS "paymentId", y.currency, s.wants_rest_back AS "wantsRestBack", u.status, u.bought_at AS "boughtAt",
       (SELECT coalesce(json_agg(json_build_object('id', f.id, 'status', f.status, 'email', e.email,
           'amountMinor', f.amount_minor) ORDER BY f.created_at, f.id), '[]')
         FROM refunds f JOIN payments p ON p.id = f.payment_id JOIN users e ON e.id = p.payer_id
         WHERE f.payment_id = ANY (a.ids) AND f.is_rest AND (f.status <> 'failed' OR ${isRestOwedSql})) AS refunds,
       ${holdsMoneySql('a.ids', 'y.request_id')} AS "holdsMoney",
       (SELECT coalesce(-sum(p.amount_minor), 0)::float8
         FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
         WHERE t.payment_id = ANY (a.ids) AND t.kind = 'purchase' AND p.account = 'completion_fund' AND p.amount_minor < 0
           AND split_part(t.reference, ':', 2) = u.attempt::text) AS "restMinor"
     FROM payments y JOIN sponsorships s ON s.id = y.sponsorship_id
     LEFT JOIN purchases u ON u.payment_id = y.id
     CROSS JOIN LATERAL (SELECT y.id || coalesce(array_agg(d.id), '{}') AS ids FROM payments d
       JOIN price_choices c ON c.id = d.price_choice_id WHERE c.purchase_id = u.id AND d.status = 'added') a
     WHERE y.id = ANY ($1) AND y.status = 'approved'`,
    [paymentIds],
  );
  const views = rests.map(
    async ({ paymentId, refunds, ...rest }): Promise<[string, RestView]> => [
      paymentId,
      {
        to: rest.wantsRestBack ? 'payer' : 'fund',
        canChange: canChooseRest(rest.status) && rest.holdsMoney,
        minimum: toMajor(minimumRestMinor(rest.currency)),
        amount: rest.boughtAt && toMajor(rest.restMinor),
        refunds: await Promise.all(refunds.map((refund) => presentRefund(refund, config))),
      },
    ],
  );
  return new Map(await Promise.all(views));
}
