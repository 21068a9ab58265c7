import { Router } from 'express';
import { sendControlError } from '../control-error.ts';
import type { SandboxStore } from '../sandbox-store.ts';
import { createBankApi } from './api/bank-api.ts';
import { createDisputeApi } from './api/dispute-api.ts';
import { createIntegrationApi } from './api/integration-api.ts';
import { createProviderApi } from './api/provider-api.ts';
import { createRefundApi } from './api/refund-api.ts';
import { createCallRunner } from './api/run-call.ts';
import { createCheckout } from './checkout/checkout.ts';
import { createControlApi } from './control/control-api.ts';
import { createControlGuide } from './control/control-guide.ts';
import { createDisputeStore } from './disputes/dispute-store.ts';
import { createFaultRules } from './faults/fault-rules.ts';
import type { Merchant } from './merchant.ts';
import { createPaymentSettings } from './payment-settings.ts';
import { startRefundClock } from './refunds/refund-clock.ts';
import { createRefundStore } from './refunds/refund-store.ts';
import { createTransactionLedger } from './transaction-ledger.ts';
import { createWebhookQueue } from './webhooks/webhook-queue.ts';
import { startWebhookSenderLoop } from './webhooks/webhook-sender-loop.ts';

/** Settings of the fake payment provider. */
export interface PaymentSandboxOptions {
  secretKey: string;
  merchant: Merchant;
  /** The product's webhook URL; the control API can override it. */
  webhookUrl: string;
  checkoutUrl(accessCode: string): string;
  /** Returns the address to which a file of evidence is put. */
  uploadUrl(fileName: string): string;
}

/** Creates the fake payment provider, to be mounted at `/payments`. */
export function createPaymentSandbox(store: SandboxStore, options: PaymentSandboxOptions) {
  const { secretKey, merchant, checkoutUrl, uploadUrl } = options;
  const settings = createPaymentSettings(store);
  const faults = createFaultRules(store);
  const ledger = createTransactionLedger(store);
  const webhooks = createWebhookQueue(store, settings, faults);
  const closing = new AbortController();
  const url = () => settings.get().webhookUrl ?? options.webhookUrl;
  const webhookLoop = startWebhookSenderLoop(webhooks, settings, { url, secretKey });
  const refunds = createRefundStore(store);
  const disputes = createDisputeStore(store);
  const deps = { store, ledger, refunds, disputes, webhooks, settings };
  const refundClock = startRefundClock(deps, webhookLoop.wake);
  const run = createCallRunner(faults, refundClock.wake);

  const router = Router();
  router.use('/transaction', createProviderApi({ ledger, faults, settings, secretKey, run, checkoutUrl }));
  router.use('/refund', createRefundApi(deps, run, secretKey));
  router.use('/dispute', createDisputeApi(deps, run, secretKey, uploadUrl));
  router.use('/bank', createBankApi(run, secretKey));
  router.use('/integration', createIntegrationApi(settings, secretKey));
  router.use('/checkout', createCheckout(deps, settings, { merchant, onPaid: webhookLoop.wake }));
  router.use('/control', createControlGuide());
  const sender = { url, secretKey, closing: closing.signal };
  router.use('/control', createControlApi({ deps, faults, settings, sender, onChange: refundClock.wake }));
  router.use(sendControlError);

  return {
    router,
    async close() {
      closing.abort();
      refundClock.close();
      await webhookLoop.close();
    },
  };
}
