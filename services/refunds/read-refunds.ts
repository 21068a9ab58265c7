import type { DataSource } from 'typeorm';
import type { Payment } from '#services/payments/payment.entity.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import type { PaymentProvider } from '#services/providers/payment-provider.ts';
import type { ProviderRefund } from '#services/providers/refund-calls.ts';

/** What the provider reports about the refunds of one payment. */
export interface RefundReport {
  paymentId: string;
  refunds: readonly ProviderRefund[];
  /** When the read began, by the database's clock. */
  readAt: Date;
}

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
