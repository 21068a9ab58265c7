import type { DataSource } from 'typeorm';
import type { Payment } from '#services/payments/payment.entity.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import type { PaymentProvider } from '#services/providers/payment-provider.ts';
import type { RefundReport } from './record-refunds.ts';

/** Reads the provider's refunds of a payment. @throws ProviderUnavailableError */
export async function readRefunds(
  db: DataSource,
  provider: Pick<PaymentProvider, 'listRefunds'>,
  { id: paymentId, reference }: Pick<Payment, 'id' | 'reference'>,
): Promise<RefundReport> {
  const readAt = await databaseNow(db.manager);
  const listed = await provider.listRefunds({ reference });
  // The filter is the provider's; a row that names another transaction is never taken for one of this payment.
  const refunds = listed.filter((refund) => refund.reference === null || refund.reference === reference);
  return { paymentId, refunds, readAt };
}
