import type { DataSource } from 'typeorm';
import { rows } from '#services/platform/database/sql.ts';
import type { ListedTransaction } from '#services/providers/book-calls.ts';

/** A row of the provider's list by whose reference its payment is found. */
export type NamedTransaction = ListedTransaction & { reference: string };

/**
 * Returns the provider's rows, each with a reference: where the provider does not say it, that of the payment with the number of the
 * transaction, and for a transaction that no payment has, that number.
 */
export async function nameTransactions(
  db: DataSource,
  listed: readonly ListedTransaction[],
): Promise<NamedTransaction[]> {
  const nameless = listed.flatMap(({ id, reference }) => (reference === null ? id : []));
  const payments = await rows<{ id: string; reference: string }>(
    db,
    'SELECT transaction_id AS id, reference FROM payments WHERE transaction_id = ANY ($1)',
    [nameless],
  );
  const references = new Map(payments.map(({ id, reference }) => [id, reference]));
  return listed.map((row) => ({ ...row, reference: row.reference ?? references.get(row.id) ?? row.id }));
}
