import type { DisputeStore } from './dispute-store.ts';
import type { Books } from './ledger-totals.ts';
import type { RefundStore } from './refund-store.ts';
import type { TransactionLedger } from './transaction-ledger.ts';

/** The stores that hold the provider's books. */
export interface BookStores {
  ledger: TransactionLedger;
  refunds: RefundStore;
  disputes: DisputeStore;
}

/** Reads everything that the provider's books contain. */
export function readBooks({ ledger, refunds, disputes }: BookStores): Books {
  return { transactions: ledger.list(), refunds: refunds.list(), disputes: disputes.list() };
}
