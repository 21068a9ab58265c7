import { settle } from '#services/flows/settle.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { createPaymentProvider } from '#services/providers/payment-provider.ts';
import type { TestProduct } from '../product/test-product.ts';

/** Settles a payment as a worker would, in a test whose product runs without workers. */
export function settlePayment({ db, config }: TestProduct, reference: string): ReturnType<typeof settle> {
  const provider = createPaymentProvider(config.payment);
  return settle(reference, { db, provider, runInTransaction: (work) => inTransaction(db, work) });
}
