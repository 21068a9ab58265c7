import type { DataSource } from 'typeorm';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { toMajor } from '#contracts/money.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { rows } from '#services/platform/database/sql.ts';
import { links } from '#services/platform/tokens/links.ts';
import type { Refund } from './refund.entity.ts';
import { refundReason } from './refund-reason.ts';

type ShownRefund = NonNullable<SponsoredRequest['payment']['refund']>;

/**
 * Returns the latest refund of each of these payments, as their payer sees it on the dashboard: an approved one, or one that
 * the payer asked for. The rest of a cheaper course is none of them; `findRests` reads those.
 */
export async function findShownRefunds(
  db: DataSource,
  config: Config,
  payments: readonly { id: string }[],
): Promise<Map<string, ShownRefund>> {
  const refunds = await rows<
    RefundOfPayer &
      Pick<Refund, 'paymentId' | 'origin' | 'reason' | 'isRest' | 'isReasonForPayer'> &
      Pick<Payment, 'priceChoiceId'>
  >(
    db,
    `SELECT DISTINCT ON (r.payment_id) r.id, r.payment_id AS "paymentId", r.status, u.email,
       r.amount_minor::float8 AS "amountMinor", r.origin, r.reason, r.is_rest AS "isRest",
       r.is_reason_for_payer AS "isReasonForPayer", p.price_choice_id AS "priceChoiceId"
     FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN users u ON u.id = p.payer_id
     WHERE r.payment_id = ANY ($1) AND NOT r.is_rest AND (r.approved_at IS NOT NULL OR r.origin = 'payer')
     ORDER BY r.payment_id, r.created_at DESC, r.id`,
    [payments.map(({ id }) => id)],
  );
  const shown = new Map<string, ShownRefund>();
  for (const refund of refunds) {
    const reason = refundReason(refund, refund);
    shown.set(refund.paymentId, { ...(await presentRefund(refund, config)), reason });
  }
  return shown;
}

/** A refund with the address of the payer. */
export type RefundOfPayer = Pick<Refund, 'id' | 'status' | 'amountMinor'> & { email: string };

/** Returns a refund as the payer sees it: one that needs their bank account has the link to enter it. */
export async function presentRefund(
  { id, status, amountMinor, email }: RefundOfPayer,
  config: Config,
): Promise<Omit<ShownRefund, 'reason'>> {
  const needsAccount = status === 'needs_attention';
  const link = { sub: id, to: addressHash(email), isOfDashboard: true };
  return {
    status,
    amount: toMajor(amountMinor),
    accountUrl: needsAccount ? await links.refund.url(link, config) : null,
  };
}
