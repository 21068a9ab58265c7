import type { DataSource, EntityManager } from 'typeorm';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { row } from '#services/platform/database/sql.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { refundableMinor } from '#services/refunds/refund-rules.ts';
import type { Dispute } from './dispute.entity.ts';

type Client = DataSource | EntityManager;

/**
 * Returns what disputes take of a payment, in minor units: those that are lost or accepted, also when the answer is not sent
 * yet or waits for a second operator. `exceptId` is a dispute that is not counted.
 */
export async function findDisputedMinor(
  client: Client,
  paymentId: string,
  exceptId: string | null = null,
): Promise<number> {
  const disputed = await row<{ minor: number }>(
    client,
    `SELECT coalesce(sum(d.amount_minor), 0)::float8 AS minor FROM disputes d
     WHERE d.payment_id = $1 AND d.id IS DISTINCT FROM $2::uuid AND d.outcome IS DISTINCT FROM 'won'
       AND (d.outcome IS NOT NULL OR d.answer = 'accept' OR EXISTS (SELECT 1 FROM pending_approvals a
         WHERE a.action = 'dispute.accept' AND a.subject = 'dispute:' || d.id))`,
    [paymentId, exceptId],
  );
  return disputed?.minor ?? 0;
}

/**
 * Returns what is left of a payment in minor units, after refunds that are processed or under way and what disputes take.
 * `except` are a refund and a dispute that are not counted.
 */
export async function findLeftMinor(
  client: Client,
  payment: Payment,
  except: { refundId?: string; disputeId?: string } = {},
): Promise<number> {
  const refunds = await client.getRepository(RefundEntity).findBy({ paymentId: payment.id });
  return refundableMinor(
    payment,
    refunds.filter(({ id }) => id !== except.refundId),
    await findDisputedMinor(client, payment.id, except.disputeId),
  );
}

/** Returns what accepting a dispute gives back, in minor units: the disputed amount, at most what is left of the payment. */
export async function findAcceptableMinor(
  client: Client,
  { id, paymentId, amountMinor }: Pick<Dispute, 'id' | 'paymentId' | 'amountMinor'>,
): Promise<number> {
  const payment = await client.getRepository(PaymentEntity).findOneByOrFail({ id: paymentId });
  return Math.min(amountMinor, await findLeftMinor(client, payment, { disputeId: id }));
}
