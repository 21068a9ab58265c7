import { Router } from 'express';
import { sendControlError } from '../control-error.ts';
import type { SandboxStore } from '../sandbox-store.ts';
import { createCheckout } from './checkout.ts';
import { createControlApi } from './control-api.ts';
import { createControlGuide } from './control-guide.ts';
import { createFaultRules } from './fault-rules.ts';
import { createIntegrationApi } from './integration-api.ts';
import { createPaymentSettings } from './payment-settings.ts';
import { createProviderApi } from './provider-api.ts';
import { createTransactionLedger } from './transaction-ledger.ts';
import { createWebhookQueue } from './webhook-queue.ts';
import { startWebhookSenderLoop } from './webhook-sender-loop.ts';

/** Settings of the fake payment provider. */
export interface PaymentSandboxOptions {
  secretKey: string;
  /** The product's webhook URL; the control API can override it. */
  webhookUrl: string;
  checkoutUrl(accessCode: string): string;
}

/** Creates the fake payment provider, to be mounted at `/payments`. */
export function createPaymentSandbox(store: SandboxStore, options: PaymentSandboxOptions) {
  const { secretKey, checkoutUrl } = options;
  const settings = createPaymentSettings(store);
  const faults = createFaultRules(store);
  const ledger = createTransactionLedger(store);
  const webhooks = createWebhookQueue(store, settings, faults);
  const closing = new AbortController();
  const url = () => settings.get().webhookUrl ?? options.webhookUrl;
  const webhookLoop = startWebhookSenderLoop(webhooks, settings, { url, secretKey });
  const deps = { store, ledger, webhooks };

  const router = Router();
  router.use('/transaction', createProviderApi({ ledger, faults, settings, secretKey, checkoutUrl }));
  router.use('/integration', createIntegrationApi(settings, secretKey));
  router.use('/checkout', createCheckout(deps, settings, webhookLoop.wake));
  router.use('/control', createControlGuide());
  const sender = { url, secretKey, closing: closing.signal };
  router.use('/control', createControlApi({ deps, faults, settings, sender, onChange: webhookLoop.wake }));
  router.use(sendControlError);

  return {
    router,
    async close() {
      closing.abort();
      await webhookLoop.close();
    },
  };
}
