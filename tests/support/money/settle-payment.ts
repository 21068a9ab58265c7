import { approveSponsorship } from '#services/flows/approve-sponsorship.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import type { TestProduct } from '../product/test-product.ts';

/** Settles a payment as a worker would, with what follows from it, in a test whose product runs without workers. */
export function settlePayment(
  { db, config }: TestProduct,
  reference: string,
): ReturnType<typeof approveSponsorship> {
  const provider = createPaymentProvider(config.payment);
  return approveSponsorship(reference, { db, provider, runInTransaction: (work) => inTransaction(db, work) });
}
