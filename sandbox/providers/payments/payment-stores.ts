import type { SandboxStore } from '../sandbox-store.ts';
import { createDisputeStore } from './disputes/dispute.ts';
import { createFaultRules } from './faults/fault-rules.ts';
import { createPaymentSettings } from './payment-settings.ts';
import { createRefundStore } from './refunds/refund.ts';
import { createTransactionLedger } from './transaction.ts';
import { createWebhookQueue } from './webhooks/webhook-queue.ts';

/** Everything that the fake payment provider stores; see {@link createPaymentStores}. */
export type PaymentStores = ReturnType<typeof createPaymentStores>;

/** Opens what the fake payment provider has in `store`. */
export function createPaymentStores(store: SandboxStore) {
  const settings = createPaymentSettings(store);
  const faults = createFaultRules(store);
  return {
    store,
    settings,
    faults,
    ledger: createTransactionLedger(store),
    refunds: createRefundStore(store),
    disputes: createDisputeStore(store),
    webhooks: createWebhookQueue(store, settings, faults),
  };
}
