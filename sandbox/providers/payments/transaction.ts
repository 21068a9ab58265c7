/** What the provider calls the state of a transaction (payments protocol, "verify"). */
export const transactionStatuses = [
  'success',
  'abandoned',
  'failed',
  'ongoing',
  'pending',
  'processing',
  'queued',
  'reversed',
] as const;

/** See {@link transactionStatuses}; a transaction that nobody has paid yet is `abandoned`. */
export type TransactionStatus = (typeof transactionStatuses)[number];

/** One transaction as the provider remembers it. Times are milliseconds since 1970. */
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

/** True once money was taken, also when it has gone back since. */
export function isCaptured({ paidAtMs }: Pick<Transaction, 'paidAtMs'>): boolean {
  return paidAtMs !== null;
}
