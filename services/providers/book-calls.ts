import * as z from 'zod';
import {
  amountField,
  currencyField,
  idField,
  type ProviderCall,
  type ProviderRange,
  pageSize,
  rangeQuery,
  readAllPages,
  timeField,
} from './fields.ts';

/** One row of the provider's transaction list; amounts in minor units. */
export interface ListedTransaction {
  id: string;
  reference: string;
  /** The provider's own word, such as `success` or `reversal pending`. */
  status: string;
  amountMinor: number;
  currency: string;
  /** What the provider keeps; null while it is unpaid. */
  feesMinor: number | null;
  createdAt: Date | null;
  paidAt: Date | null;
}

/** Calls that read the provider's books, for reconciliation. */
export interface BookCalls {
  listTransactions(filter: ProviderRange & { status?: string }): Promise<ListedTransaction[]>;
}

const TransactionSchema = z
  .object({
    id: idField,
    reference: z.string(),
    status: z.string(),
    amount: amountField,
    currency: currencyField,
    fees: amountField.nullish().catch(null),
    created_at: timeField,
    createdAt: timeField,
    paid_at: timeField,
    paidAt: timeField,
  })
  .transform(
    (row): ListedTransaction => ({
      id: row.id,
      reference: row.reference,
      status: row.status,
      amountMinor: row.amount,
      currency: row.currency,
      feesMinor: row.fees ?? null,
      createdAt: row.created_at ?? row.createdAt,
      paidAt: row.paid_at ?? row.paidAt,
    }),
  );

/** Creates the calls that read the provider's books. */
export function createBookCalls(call: ProviderCall): BookCalls {
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
