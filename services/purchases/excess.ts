import type { EntityManager } from 'typeorm';
import { minimumRestMinor } from '#contracts/payments/money-rules.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { notifyApproversJob } from '#services/cases/cases.jobs.ts';
import { findLeftMinor } from '#services/disputes/disputes.ts';
import { lockPayment } from '#services/payments/payments.ts';
import { insertOnce, row, type SqlClient } from '#services/platform/database/sql.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';

type Excess = Pick<Refund, 'paymentId' | 'amountMinor' | 'currency'>;

const reason = 'You paid more than the price of the course.';

/**
 * Requests the refund of what a payer paid above the price of the course (decision 141); an operator approves it. The course is bought
 * once it is paid out, so that the money is not spent twice. Returns undefined when a refund of the payment is open. The caller holds
 * the row lock of the request.
 */
export async function requestExcess(manager: EntityManager, excess: Excess): Promise<Refund | undefined> {
  const refund = await insertOnce<Refund>(manager, RefundEntity, {
    ...excess,
    origin: 'settlement',
    reason,
    isReasonForPayer: true,
  });
  if (refund) await enqueue(manager, notifyApproversJob, {});
  return refund;
}

/** Returns what was paid above the price and has not gone back, because its refund has failed and was not requested again. */
export async function findOwedExcess(client: SqlClient, paymentId: string): Promise<Excess | undefined> {
  const failed = await row<Excess & { priceMinor: number }>(
    client,
    `SELECT f.payment_id AS "paymentId", f.amount_minor::float8 AS "amountMinor", f.currency, p.price_minor::float8 AS "priceMinor"
     FROM refunds f JOIN payments p ON p.id = f.payment_id AND p.status = 'approved'
     WHERE f.payment_id = $1 AND f.origin = 'settlement' AND f.status = 'failed' AND NOT EXISTS (SELECT FROM refunds later
       WHERE later.payment_id = f.payment_id AND later.origin = 'settlement' AND later.status <> 'failed')
     ORDER BY f.created_at DESC LIMIT 1`,
    [paymentId],
  );
  if (!failed) return undefined;
  const { priceMinor, ...excess } = failed;
  // A refund on the provider's dashboard may have given it back.
  const aboveMinor = (await findLeftMinor(client, { id: paymentId })) - priceMinor;
  const amountMinor = Math.min(excess.amountMinor, aboveMinor);
  return amountMinor < minimumRestMinor(excess.currency) ? undefined : { ...excess, amountMinor };
}

/** Requests {@link findOwedExcess} once more. Returns whether it was requested. */
export async function requestExcessAgain(
  manager: EntityManager,
  { paymentId, operatorId }: { paymentId: string; operatorId: string },
): Promise<boolean> {
  await lockPayment(manager, paymentId);
  const owed = await findOwedExcess(manager, paymentId);
  const refund = owed && (await requestExcess(manager, owed));
  if (refund) await recordAudit(manager, 'refund.requested', `refund:${refund.id}`, reason, operatorId);
  return refund !== undefined;
}
