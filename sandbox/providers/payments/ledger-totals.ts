import { isCaptured, type Transaction } from './transaction.ts';

/** Totals of one currency in minor units; `capturedMinor` includes money reversed or refunded since. */
export interface CurrencyTotals {
  transactions: number;
  captured: number;
  capturedMinor: number;
  reversedMinor: number;
  refundedMinor: number;
}

/** Returns the totals of the ledger per currency code. */
export function ledgerTotals(transactions: readonly Transaction[]): Record<string, CurrencyTotals> {
  const totals: Record<string, CurrencyTotals> = {};
  for (const transaction of transactions) {
    totals[transaction.currency] ??= {
      transactions: 0,
      captured: 0,
      capturedMinor: 0,
      reversedMinor: 0,
      refundedMinor: 0,
    };
    const sum = totals[transaction.currency];
    if (!sum) continue;
    sum.transactions += 1;
    sum.refundedMinor += transaction.refundedMinor;
    if (!isCaptured(transaction)) continue;
    sum.captured += 1;
    sum.capturedMinor += transaction.amountMinor;
    if (transaction.status === 'reversed') sum.reversedMinor += transaction.amountMinor;
  }
  return totals;
}
