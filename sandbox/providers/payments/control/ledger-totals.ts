import type { Dispute } from '../disputes/dispute.ts';
import type { Refund } from '../refunds/refund.ts';
import { isCaptured, type Transaction } from '../transaction.ts';
import { providerFeeMinor } from '../transaction-data.ts';

/** Totals of one currency in minor units; `capturedMinor` includes money that was given back since. */
export interface CurrencyTotals {
  transactions: number;
  captured: number;
  capturedMinor: number;
  /** Kept by the provider, also after a refund. */
  feesMinor: number;
  /** Processed refunds. */
  refundedMinor: number;
  /** Taken from the balance by disputes. */
  disputedMinor: number;
  /** The merchant's money at the provider. */
  balanceMinor: number;
}

/** The provider's books. */
export interface Books {
  transactions: readonly Transaction[];
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
}

/** Returns the totals of the books per currency code. */
export function ledgerTotals({ transactions, refunds, disputes }: Books): Record<string, CurrencyTotals> {
  const totals: Record<string, CurrencyTotals> = {};
  const of = (currency: string): CurrencyTotals => {
    totals[currency] ??= {
      transactions: 0,
      captured: 0,
      capturedMinor: 0,
      feesMinor: 0,
      refundedMinor: 0,
      disputedMinor: 0,
      balanceMinor: 0,
    };
    return totals[currency];
  };
  for (const transaction of transactions) {
    const sum = of(transaction.currency);
    sum.transactions += 1;
    if (!isCaptured(transaction)) continue;
    sum.captured += 1;
    sum.capturedMinor += transaction.amountMinor;
    sum.feesMinor += providerFeeMinor(transaction);
  }
  for (const { status, currency, amountMinor } of refunds)
    if (status === 'processed') of(currency).refundedMinor += amountMinor;
  for (const { isLost, currency, amountMinor } of disputes)
    if (isLost) of(currency).disputedMinor += amountMinor;
  for (const sum of Object.values(totals))
    sum.balanceMinor = sum.capturedMinor - sum.feesMinor - sum.refundedMinor - sum.disputedMinor;
  return totals;
}
