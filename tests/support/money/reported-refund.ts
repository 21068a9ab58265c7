import type { ProviderRefund } from '#services/providers/payment-provider.ts';

/** A refund of a whole sample payment as the provider reports it, by default without a word about its transaction. */
export const reportedRefund = (id: string, more: Partial<ProviderRefund> = {}): ProviderRefund => ({
  id,
  transactionId: null,
  reference: null,
  status: 'pending',
  amountMinor: 2_001_800,
  currency: 'NGN',
  createdAt: null,
  ...more,
});
