import type { ProviderCapabilities } from './payment-provider.ts';
import { paystackCapabilities } from './paystack/capabilities.ts';

/** What the configured provider can do. */
const capabilities: ProviderCapabilities = paystackCapabilities;

/** Returns whether a refund in this currency can go to a bank account that the payer names. */
export const takesRefundAccount = (currency: string): boolean =>
  capabilities.refundAccountCurrencies.includes(currency);
