import type { DisputeStore } from '../disputes/dispute-store.ts';
import type { RefundStore } from '../refunds/refund-store.ts';
import type { TransactionLedger } from '../transaction-ledger.ts';
import type { Books } from './ledger-totals.ts';

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
