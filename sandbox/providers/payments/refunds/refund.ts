/** The provider's refund states (payments protocol, "Refunds"). */
export const refundStatuses = ['pending', 'processing', 'processed', 'failed', 'needs-attention'] as const;

/** See {@link refundStatuses}. */
export type RefundStatus = (typeof refundStatuses)[number];

/** One refund of a captured transaction. Times are milliseconds since 1970. */
export interface Refund {
  id: number;
  reference: string;
  amountMinor: number;
  currency: string;
  status: RefundStatus;
  /** Started on the provider's own dashboard instead of by the API. */
  isFromDashboard: boolean;
  customerNote: string | null;
  merchantNote: string | null;
  /** Last digits of the account that the payer named; the number itself is not stored. */
  accountLast4: string | null;
  /** Number of accepted retries with the payer's bank details. */
  retries: number;
  createdAtMs: number;
  updatedAtMs: number;
}

/** Returns whether the refund can still change. */
export function isRefundOpen({ status }: Pick<Refund, 'status'>): boolean {
  return status !== 'processed' && status !== 'failed';
}
