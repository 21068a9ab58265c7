import type { ProviderReport } from '../payment-provider.ts';

/** What Paystack's events say, by its names (provider documentation, "Webhooks"). */
export const paystackReports: Readonly<Record<string, ProviderReport>> = {
  'charge.success': 'paid',
  'charge.dispute.create': 'dispute_opened',
  'charge.dispute.remind': 'dispute_waits',
  'charge.dispute.resolve': 'dispute_resolved',
  'refund.pending': 'refund_pending',
  'refund.processing': 'refund_processing',
  'refund.processed': 'refund_processed',
  'refund.failed': 'refund_failed',
  'refund.needs-attention': 'refund_needs_attention',
  'bank.transfer.rejected': 'transfer_rejected',
};
