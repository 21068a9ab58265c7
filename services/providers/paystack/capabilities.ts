import type { ProviderCapabilities } from '../payment-provider.ts';

/** What Paystack can do, by its documentation. */
export const paystackCapabilities: ProviderCapabilities = {
  // "Miscellaneous", List Banks. It does not say what a list for another currency contains.
  refundAccountCurrencies: ['GHS', 'KES', 'NGN', 'ZAR'],
};
