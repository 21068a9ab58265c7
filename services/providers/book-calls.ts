import * as z from 'zod';
import * as field from './fields.ts';
import { type ProviderCall, type ProviderRange, pageSize, rangeQuery, readAllPages } from './fields.ts';

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
    /** Null where the row does not say it. */
    reference: reference || null,
    /** The provider's own word, such as `success` or `reversal pending`. */
    status,
    /** `feesMinor`: what the provider keeps; null while it is unpaid. */
    ...field.ownAmounts(row),
    currency,
    createdAt: row.created_at ?? row.createdAt,
    paidAt: row.paid_at ?? row.paidAt,
    /** Address that the payer entered at the provider; null where it does not say it. */
    payerEmail: customer?.email?.trim().toLowerCase() || null,
  }));

/** One row of the provider's transaction list; amounts in minor units. */
export type ListedTransaction = z.output<typeof TransactionSchema>;

/** Creates the calls that read the provider's books, for reconciliation. */
export function createBookCalls(call: ProviderCall) {
  return {
    listTransactions: ({ status, ...range }: ProviderRange & { status?: string }) =>
      readAllPages(
        call,
        '/transaction',
        { status, ...rangeQuery(range), per_page: pageSize },
        TransactionSchema,
      ),
  };
}
