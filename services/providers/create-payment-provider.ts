import type { Config } from '#services/platform/config.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createPaystack } from './paystack/client.ts';

/** Returns the client of the configured provider. */
export function createPaymentProvider(config: Config['payment']): PaymentProvider {
  return createPaystack(config);
}
