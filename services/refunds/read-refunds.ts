import type { DataSource } from 'typeorm';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import type { PaymentProvider } from '#services/providers/payment-provider.ts';
import type { ProviderRefund } from '#services/providers/refund-calls.ts';
import { skewMs } from './match-refunds.ts';

/** What the provider reports about the refunds of one payment. */
export interface RefundReport {
  paymentId: string;
  refunds: readonly ProviderRefund[];
  /** When the read began, by the database's clock. */
  readAt: Date;
}

type Read = Pick<Payment, 'id' | 'reference' | 'transactionId' | 'createdAt'>;

/**
 * Reads the provider's refunds of a payment. The provider's list has those of the whole account, also of other
 * applications, and names a transaction by its number, its reference or not at all.
 * @throws ProviderUnavailableError
 */
export async function readRefunds(
  db: DataSource,
  provider: Pick<PaymentProvider, 'listRefunds' | 'verify'>,
  payment: Read,
): Promise<RefundReport> {
  const readAt = await databaseNow(db.manager);
  const transactionId = payment.transactionId ?? (await identify(db, provider, payment));
  const listed = await provider.listRefunds({ from: new Date(payment.createdAt.getTime() - skewMs) });
  // A refund that names no transaction is never taken for one of this payment.
  const refunds = listed.filter((refund) =>
    refund.transactionId !== null && transactionId !== null
      ? refund.transactionId === transactionId
      : refund.reference === payment.reference,
  );
  return { paymentId: payment.id, refunds, readAt };
}

/** Asks for the number of a payment that was settled without it, and stores it; null where the provider does not know it. */
async function identify(
  db: DataSource,
  provider: Pick<PaymentProvider, 'verify'>,
  { id, reference }: Read,
): Promise<string | null> {
  const transaction = await provider.verify(reference);
  if (!transaction) return null;
  await db.manager.update(PaymentEntity, id, { transactionId: transaction.id });
  return transaction.id;
}
