import type { TestProduct } from '#tests/support/product/test-product.ts';

/** A transaction of the sandbox's ledger. */
export interface ProviderTransaction {
  reference: string;
  amountMinor: number;
  currency: string;
  email: string;
  metadata: { requestId?: string };
}

/** The transactions that the provider made for a request. */
export async function transactionsOf(
  { sandbox }: TestProduct,
  requestId: string,
): Promise<ProviderTransaction[]> {
  const answer = await fetch(`${sandbox.httpUrl}/payments/control/ledger`);
  const { transactions } = (await answer.json()) as { transactions: ProviderTransaction[] };
  return transactions.filter(({ metadata }) => metadata?.requestId === requestId);
}

/** Sets a fault of the provider. */
export async function setFault({ sandbox }: TestProduct, rule: object): Promise<void> {
  const answer = await fetch(`${sandbox.httpUrl}/payments/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  });
  if (!answer.ok) throw new Error(`Setting the fault returned ${answer.status}: ${await answer.text()}`);
}
