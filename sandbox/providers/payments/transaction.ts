/** The provider's transaction statuses (payments protocol, "verify"). */
export const transactionStatuses = [
  'success',
  'abandoned',
  'failed',
  'ongoing',
  'pending',
  'processing',
  'queued',
  'reversal pending',
  'reversed',
] as const;

/** See {@link transactionStatuses}; an unpaid transaction is `abandoned`. */
export type TransactionStatus = (typeof transactionStatuses)[number];

/** One transaction of the ledger. Times are milliseconds since 1970. */
export interface Transaction {
  id: number;
  reference: string;
  accessCode: string;
  status: TransactionStatus;
  email: string;
  requestedAmountMinor: number;
  amountMinor: number;
  currency: string;
  refundedMinor: number;
  callbackUrl: string | null;
  metadata: unknown;
  channels: string[];
  gatewayResponse: string;
  createdAtMs: number;
  paidAtMs: number | null;
}

/** Returns whether money was captured, even if it was reversed or refunded since. */
export function isCaptured({ paidAtMs }: Pick<Transaction, 'paidAtMs'>): boolean {
  return paidAtMs !== null;
}
