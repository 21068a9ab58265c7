import type { DataSource } from 'typeorm';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { toMajor } from '#contracts/money.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import type { Config } from '#services/platform/config.ts';
import { rows } from '#services/platform/database/sql.ts';
import { links } from '#services/platform/tokens/links.ts';
import type { Refund } from './refund.entity.ts';

type ShownRefund = NonNullable<SponsoredRequest['payment']['refund']>;

/**
 * Returns the latest refund of each of these payments, as their payer sees it on the dashboard: an approved one, or one that
 * the payer asked for.
 */
export async function findShownRefunds(
  db: DataSource,
  config: Config,
  payments: readonly { id: string }[],
): Promise<Map<string, ShownRefund>> {
  const refunds = await rows<Pick<Refund, 'id' | 'paymentId' | 'status' | 'amountMinor'> & { email: string }>(
    db,
    `SELECT DISTINCT ON (r.payment_id) r.id, r.payment_id AS "paymentId", r.status, u.email,
       r.amount_minor::float8 AS "amountMinor"
     FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN users u ON u.id = p.payer_id
     WHERE r.payment_id = ANY ($1) AND (r.approved_at IS NOT NULL OR r.origin = 'payer')
     ORDER BY r.payment_id, r.created_at DESC, r.id`,
    [payments.map(({ id }) => id)],
  );
  const shown = new Map<string, ShownRefund>();
  for (const { id, paymentId, status, amountMinor, email } of refunds) {
    const needsAccount = status === 'needs_attention';
    const link = { sub: id, to: addressHash(email), isOfDashboard: true };
    shown.set(paymentId, {
      status,
      amount: toMajor(amountMinor),
      accountUrl: needsAccount ? await links.refund.url(link, config) : null,
    });
  }
  return shown;
}
