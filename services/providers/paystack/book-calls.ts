import * as z from 'zod';
import type { PaymentProvider } from '../payment-provider.ts';
import * as field from './fields.ts';
import { type ProviderCall, pageSize, rangeQuery, readAllPages } from './fields.ts';

const TransactionSchema = z
  .object({
    id: field.id,
    reference: field.text,
    status: z.string(),
    ...field.transactionAmounts,
    currency: field.currency,
    created_at: field.time,
    createdAt: field.time,
    paid_at: field.time,
    paidAt: field.time,
    customer: z.looseObject({ email: field.text }).nullish().catch(null),
  })
  .transform(({ id, reference, status, currency, customer, ...row }) => ({
    id,
    reference: reference || null,
    status,
    ...field.ownAmounts(row),
    currency,
    createdAt: row.created_at ?? row.createdAt,
    paidAt: row.paid_at ?? row.paidAt,
    payerEmail: customer?.email?.trim().toLowerCase() || null,
  }));

/** Creates the calls that read the provider's books, for reconciliation. */
export function createBookCalls(call: ProviderCall): Pick<PaymentProvider, 'listTransactions'> {
  return {
    listTransactions: ({ status, ...range }) =>
      readAllPages(
        call,
        '/transaction',
        { status, ...rangeQuery(range), per_page: pageSize },
        TransactionSchema,
      ),
  };
}
